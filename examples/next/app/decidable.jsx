'use client';
import { init } from '@decidable/sdk';
import { useEffect } from 'react';

/** Begins the session in the browser. Effects do not run on the server: the pages render in the shop's own order. */
export function Decidable({ children }) {
  useEffect(() => {
    void init({
      apiKey: process.env.NEXT_PUBLIC_DECIDABLE_KEY,
      organizationId: process.env.NEXT_PUBLIC_DECIDABLE_ORGANIZATION,
      endpoint: process.env.NEXT_PUBLIC_DECIDABLE_ENDPOINT,
      // Milliseconds until the page goes on in its own order.
      timeout: Number(process.env.NEXT_PUBLIC_DECIDABLE_TIMEOUT || 800),
    });
  }, []);
  return children;
}
