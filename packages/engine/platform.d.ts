/**
 * What the engine takes from the platform beyond the language: pure functions that every JavaScript platform has.
 * Nothing else is declared here, so that clocks, files and the network stay out of reach.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly hostname: string;
  readonly searchParams: {
    get(name: string): string | null;
    has(name: string): boolean;
  };
}
