import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText, withSentencesApart } from './plain-text.ts';

test('what is no markup stays as it is', () => {
  for (const text of [
    '',
    'Oak table',
    '5 < 10 and 10 > 5',
    'R&D, AT&T',
    'a <3 b',
    'size &lt',
    'for <large dogs and cats',
    'x<y and y>z',
    'fits <M and >S',
    'sizes <large',
    'clock <style: modern>, oak',
  ])
    assert.equal(plainText(text), text);
});

test('tags are left out, and blocks stand in lines of their own', () => {
  assert.equal(plainText('<p class="a">Solid <b>oa</b>k</p>'), '\nSolid oak\n');
  assert.equal(plainText('Oak<br/>table<BR>top'), 'Oak\ntable\ntop');
  assert.equal(plainText('<tr><td>Width</td><td>80 cm</td></tr>'), '\n Width  80 cm \n');
  assert.equal(plainText('Oak</br>table<hr>pine'), 'Oak\ntable\npine');
  assert.equal(plainText('<td>a<td>b'), ' a b');
  assert.equal(plainText('<a title="5 > 4" href=\'x\'>Oak</a>'), 'Oak');
  for (const cut of ['<span style="color', '<span class="a" st', '</spa', '<p'])
    assert.equal(plainText(`cut off ${cut}`), 'cut off ');
});

test('what a page hides is no text', () => {
  assert.equal(plainText('a<!-- <b>oak</b> -->b').replace(/\s+/g, ' '), 'a b');
  assert.equal(plainText('a<style>.b { color: red }</style>c<script>let d;</script >e'), 'a c e');
  assert.equal(plainText('a<!-- never closed').trim(), 'a');
});

test('references are the characters that they stand for, once', () => {
  assert.equal(plainText('Apple&#xAE; iPad&#8482; caf&eacute;&nbsp;5&quot;'), 'Apple® iPad™ café\u00a05"');
  assert.equal(plainText('<b>Tom &amp;amp; Jerry &lt;3</b>'), 'Tom &amp; Jerry <3');
  assert.equal(plainText('&nosuch; &#0;'), '&nosuch; \ufffd');
});

test('markup whose signs are escaped is markup', () => {
  assert.equal(plainText('&lt;p&gt;Oak &amp;amp; pine&lt;/p&gt;'), '\nOak & pine\n');
  assert.equal(plainText('width &lt; 5 &amp; height &gt; 3'), 'width < 5 & height > 3');
});

test('a long text of `<` characters takes no longer than its length', () => {
  // A pattern that looks ahead from each sign would take minutes.
  assert.equal(plainText('<'.repeat(200_000)).length, 200_000);
  assert.equal(plainText('<!--'.repeat(50_000)).trim(), '');
  assert.equal(plainText('<a '.repeat(50_000)).length, 150_000);
  assert.equal(plainText(`<a ${'= '.repeat(50_000)}<`).length, 100_004);
  assert.equal(plainText('<a "'.repeat(50_001)).length, 200_004);
  assert.equal(plainText(`<a ${'"'.repeat(100_001)}`).length, 100_004);
  assert.equal(plainText(`<a ${'\'"'.repeat(50_000)}`).length, 100_003);
});

test('sentences of a description are parted, names are not', () => {
  assert.equal(withSentencesApart('For your bed.Seat and back.'), 'For your bed. Seat and back.');
  for (const text of ['StarTech.Com', 'Amazon.Org', 'Dr.Martens', 'v1.Beta', 'node.js', 'One. Two']) {
    assert.equal(withSentencesApart(text), text);
  }
});
