import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn, addressFault, imageFault } from './address.ts';

test('a whole address is right, with whatever an address may have', () => {
  for (const address of [
    'https://shop.example/a',
    'http://shop.example',
    'HTTPS://cdn.shop.example:8080/a%20b.jpg?v=1&w=2#x',
    'https://shop.example/a,b;c(d)~e',
  ])
    assert.equal(addressFault(address, 'link'), undefined, address);
});

test('paths, names of files and words are no addresses', () => {
  for (const text of [
    '/a/b.jpg',
    'b.jpg',
    'www.shop.example/a',
    '//shop.example/a',
    'https://shop',
    'see page',
  ])
    assert.equal(addressFault(text, 'image'), 'image-not-an-address', text);
});

test('spaces and letters that addresses do not have are to be encoded', () => {
  for (const address of [
    'https://shop.example/a b',
    'https://shop.example/häkel',
    'https://shop.example/a|b',
  ])
    assert.equal(addressFault(address, 'link'), 'link-not-encoded', address);
});

test('several addresses of one cell are parted, and one with a comma is not', () => {
  assert.deepEqual(addressesIn('https://a.example/1.jpg, https://a.example/2.jpg|https://a.example/3.jpg'), [
    'https://a.example/1.jpg',
    'https://a.example/2.jpg',
    'https://a.example/3.jpg',
  ]);
  assert.deepEqual(addressesIn('https://a.example/1,2.jpg'), ['https://a.example/1,2.jpg']);
});

test('placeholders are told by the names of their files, and formats by their endings', () => {
  for (const name of [
    'no-image.png',
    'noimage.jpg',
    'placeholder_600x.webp',
    'woocommerce-placeholder.png',
    'image-coming-soon.gif',
  ])
    assert.equal(imageFault(`https://a.example/files/${name}?v=1`), 'image-placeholder', name);
  for (const name of ['piano-image.png', 'placeholders-book.jpg', 'no.jpg', 'nova-foto.jpg'])
    assert.equal(imageFault(`https://a.example/files/${name}`), undefined, name);
  assert.equal(imageFault('https://a.example/shoe.svg'), 'image-format');
  assert.equal(imageFault('https://a.example/shoe.webp'), undefined);
});
