import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidInput } from '../../errors.ts';
import { type OrderReading, readOrders } from './order-file.ts';

const NOW = Date.UTC(2026, 2, 5);
const AT = '2026-03-04T12:30:00Z';
const time = Date.parse(AT);

const read = (text: string, more: Partial<OrderReading> = {}) =>
  readOrders({ name: 'orders', bytes: new TextEncoder().encode(text) }, { now: NOW, ...more });
const fault = (text: string, more: Partial<OrderReading> = {}): Promise<string> =>
  read(text, more).then(
    () => 'none',
    (error: unknown) => {
      assert.ok(error instanceof InvalidInput, String(error));
      return error.message;
    },
  );

describe('orders as CSV', () => {
  it('have a row a product: rows of one order are one, wherever they stand', async () => {
    const { orders, ignored } = await read(
      [
        'order_id,at,product_id,quantity,session_id,decision_id,note',
        `1,${AT},p1,2,visitor,,hello`,
        `2,${AT},p1,,,dec,`,
        '',
        '1,,"p, 2",,,,',
        `1,${AT},p1,3,visitor,,`,
      ].join('\r\n'),
    );
    assert.deepEqual(orders, [
      {
        orderId: '1',
        at: time,
        sessionId: 'visitor',
        products: [{ id: 'p1', quantity: 5 }, { id: 'p, 2' }],
      },
      { orderId: '2', at: time, decisionId: 'dec', products: [{ id: 'p1' }] },
    ]);
    assert.deepEqual(ignored, ['note']);
  });

  it('may have their columns in any order and spelling, or under other names', async () => {
    const { orders } = await read(`Product ID;orderId;AT\np1;1;${AT}\n`);
    assert.equal(orders[0]?.products[0]?.id, 'p1');
    const columns = { product_id: 'Lineitem sku', at: 'Created' };
    const other = await read(`Order-ID;Lineitem sku;Created;product_id\n1;p1;${AT};x\n`, { columns });
    assert.equal(other.orders[0]?.products[0]?.id, 'p1');
    assert.deepEqual(other.ignored, ['product_id']);
  });

  it('are refused with the column that is missing', async () => {
    assert.match(
      await fault('order_id,product_id\n1,p1\n'),
      /^orders: it has no column at\. Name yours: --column at=NAME\. Its columns: order_id/,
    );
    const columns = { quantity: 'Menge' };
    assert.match(
      await fault(`order_id,product_id,at\n1,p1,${AT}\n`, { columns }),
      /no column "Menge" to take as quantity/,
    );
  });

  it('are refused at the first fault, with its line and column', async () => {
    const of = (...rows: string[]) =>
      fault(['order_id,at,product_id,quantity,session_id', `"1\n",${AT},p1,,`, ...rows].join('\n'));
    assert.equal(await of(`2,${AT},,,`), 'orders, line 4: product_id: it is missing.');
    assert.match(await of(`,${AT},p1,,`), /^orders, line 4: order_id: it is missing/);
    assert.match(await of(`2,${AT},p1,,`, `3,${AT},p1,none,`), /^orders, line 5: quantity: give a number/);
    assert.match(await of('2,yesterday,p1,,'), /^orders, line 4: at: give the time/);
    assert.match(
      await of(`2,${AT},p1,,`, `2,${AT},p1,,a`, `2,${AT},p1,,b`),
      /^orders, line 6: session_id: order 2 has "a" on line 4/,
    );
    assert.match(await of(`2,${AT},p1,,,,`), /^orders, line 4, column 6: The row has 7 cells/);
    assert.match(await of(`2,${AT},p1,,${'x'.repeat(129)}`), /^orders, line 4: session_id: .*128/);
    assert.match(await of('2,"'), /line 4.*never closed/);
  });
});

describe('orders as JSON Lines', () => {
  const line = (more: object = {}) => JSON.stringify({ orderId: '1', at: AT, products: ['p1'], ...more });

  it('have an order a line, in either spelling of their fields', async () => {
    const { orders, ignored } = await read(
      `\ufeff${line()}\n\n${JSON.stringify({ order_id: 2, at: time, session_id: 's', products: [{ id: 'p', quantity: 2 }], total: 5 })}`,
    );
    assert.deepEqual(orders, [
      { orderId: '1', at: time, products: [{ id: 'p1' }] },
      { orderId: '2', at: time, sessionId: 's', products: [{ id: 'p', quantity: 2 }] },
    ]);
    assert.deepEqual(ignored, ['total']);
  });

  it('are refused at the first fault, with its line and field', async () => {
    const second = (text: string) => fault(`${line({ orderId: '0' })}\n\n${text}\n${line({ at: 'x' })}`);
    assert.match(await second('{"orderId":'), /^orders, line 3: this is no JSON/);
    assert.match(await second('["1"]'), /^orders, line 3: this is no order/);
    assert.match(
      await second(line({ products: [{ id: 'p', quantity: 0 }] })),
      /^orders, line 3: products\[0\]\.quantity:/,
    );
    assert.match(await second(line({ orderId: '0' })), /^orders, line 3: orderId: order 0 stands on line 1/);
    assert.match(await second(line()), /^orders, line 4: at:/);
    assert.match(await fault(`[${line()}]`), /list in JSON/);
  });
});

it('a file that is neither is refused', async () => {
  assert.match(await fault(''), /empty/);
  assert.match(await fault('<html><body>Log in</body></html>'), /web page/);
  assert.match(
    await readOrders({ name: 'o', bytes: new Uint8Array([0x7b, 0xff, 0x7d]) }, { now: NOW }).then(
      String,
      (error) => error.message,
    ),
    /UTF-8/,
  );
});

it('the share that is read grows to the end', async () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => `${i},${AT},p${i}`);
  const shares: number[] = [];
  const { orders } = await read(['order_id,at,product_id', ...rows].join('\n'), {
    progress: (share) => shares.push(share),
  });
  assert.equal(orders.length, 1_000);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.ok(shares.at(-1)! > 0.9 && shares.at(-1)! <= 1);
});
