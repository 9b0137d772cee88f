import Link from 'next/link';
import { categories } from '../products.js';
import { Decidable } from './decidable.jsx';
import './shop.css';

export const metadata = { title: 'Shop' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          {categories.map((category) => (
            <Link key={category} href={`/${category}`}>
              {category}
            </Link>
          ))}
        </nav>
        <Decidable>{children}</Decidable>
      </body>
    </html>
  );
}
