import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { acceptedEncoding, compress, compressNow, OFTEN, ONCE } from './content-encoding.ts';

describe('the encoding that a client accepts', () => {
  it('is brotli before gzip, whatever the case and the order', () => {
    for (const accepted of ['gzip, deflate, br, zstd', 'BR, gzip', 'br;q=0.1, gzip']) {
      assert.equal(acceptedEncoding(accepted), 'br', accepted);
    }
    assert.equal(acceptedEncoding('deflate, GZIP;q=0.5'), 'gzip');
  });

  it('is none that it gives no weight or does not name', () => {
    for (const accepted of [
      undefined,
      '',
      'identity',
      'deflate',
      'br;q=0, gzip;q=0.000',
      'brotli',
      'xgzip',
    ]) {
      assert.equal(acceptedEncoding(accepted), undefined, accepted);
    }
  });

  it('is the same when it is asked again, after many others', () => {
    for (let n = 0; n < 300; n++) assert.equal(acceptedEncoding(`x${n}`), undefined);
    for (let n = 0; n < 2; n++) assert.equal(acceptedEncoding('gzip, br'), 'br');
  });
});

describe('what is compressed', () => {
  const text = JSON.stringify({ names: Array.from({ length: 1_000 }, (_, n) => `Größe ${n}`) });

  it('comes back as it was, compressed at once or on another thread, as text or bytes', async () => {
    for (const effort of [ONCE, OFTEN]) {
      assert.equal(String(brotliDecompressSync(compressNow('br', text, effort))), text);
      assert.equal(String(gunzipSync(compressNow('gzip', Buffer.from(text), effort))), text);
      assert.equal(String(brotliDecompressSync(await compress('br', Buffer.from(text), effort))), text);
      assert.equal(String(gunzipSync(await compress('gzip', Buffer.from(text), effort))), text);
    }
  });
});
