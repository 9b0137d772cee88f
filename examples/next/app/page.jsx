import { products } from '../products.js';
import { Shelf } from './shelf.jsx';

/** A server component: what it renders is in the HTML that the browser gets. */
export default function Home() {
  return (
    <main>
      <h1>All products</h1>
      <Shelf products={products} />
    </main>
  );
}
