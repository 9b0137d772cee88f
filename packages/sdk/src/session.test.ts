import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryArea } from '../testing/receiver.ts';
import { createSession } from './session.ts';
import { createStore } from './store.ts';

const ID = /^\d+(-\d+){3}$/;
const DAY = 24 * 3600_000;

describe('the session id', () => {
  function shopper(area = memoryArea(), clock = { at: 1_700_000_000_000 }) {
    const tab = () =>
      createSession(
        createStore(() => area),
        'session',
        () => clock.at,
      );
    return { area, clock, tab };
  }

  it('is random, and short enough for the service', () => {
    const ids = new Set(Array.from({ length: 100 }, () => shopper().tab().id()));
    assert.equal(ids.size, 100);
    for (const id of ids) assert.ok(ID.test(id) && id.length <= 128, id);
  });

  it('is the same in every tab and on every page', () => {
    const { tab } = shopper();
    const id = tab().id();
    assert.equal(tab().id(), id);
    assert.equal(tab().id(), id);
  });

  it('is the one that was written last when two tabs made one at once', () => {
    const { area, tab } = shopper();
    const [one, other] = [tab(), tab()];
    const first = one.id();
    area.clear();
    const second = other.id();
    assert.notEqual(first, second);
    assert.equal(one.id(), second);
  });

  it('stays for as long as its shopper comes within 30 days', () => {
    const { clock, tab } = shopper();
    const id = tab().id();
    for (let visit = 0; visit < 5; visit++) {
      clock.at += 29 * DAY;
      assert.equal(tab().id(), id);
    }
  });

  it('is a new one after more than 30 days of silence', () => {
    const { clock, tab } = shopper();
    const id = tab().id();
    clock.at += 30 * DAY + 1;
    assert.notEqual(tab().id(), id);
  });

  it('is kept in memory where storage is blocked', () => {
    const session = createSession(
      createStore(() => {
        throw new DOMException('blocked', 'SecurityError');
      }),
      'session',
      Date.now,
    );
    assert.equal(session.id(), session.id());
  });

  it('is created anew where the stored value is not a session', () => {
    for (const stored of ['', '{', 'null', '[]', '"id"', '{"id":7,"seen":0}', '{"seen":1}']) {
      const { area, tab } = shopper();
      area.setItem('session', stored);
      assert.match(tab().id(), ID, stored);
    }
  });

  it('is that of a server that has ranked first, once it is used, in every tab and on the next page', () => {
    const { area, clock, tab } = shopper();
    const [one, other] = [tab(), tab()];
    other.id();
    one.from({ sessionId: 'of-the-server' });
    assert.doesNotMatch(area.getItem('session')!, /of-the-server/, 'nothing is stored before it is used');
    assert.equal(one.id(), 'of-the-server');
    assert.equal(other.id(), 'of-the-server');
    assert.equal(tab().id(), 'of-the-server');
    clock.at += 31 * DAY;
    const next = tab();
    next.from({ sessionId: 'of-the-server' });
    assert.equal(next.id(), 'of-the-server');
  });

  it('is captured once a session, also where each page is told the id', () => {
    const { tab } = shopper();
    const pages = Array.from({ length: 3 }, (_, n) => {
      const page = tab();
      page.from({ sessionId: n < 2 ? 'one' : 'other' });
      return page.capture();
    });
    assert.deepEqual(pages, [true, false, true]);
  });

  it('that was renewed stays, although its page is told the former one again', () => {
    const { tab } = shopper();
    const page = tab();
    page.from({ sessionId: 'one' });
    page.id();
    page.renew();
    const renewed = page.id();
    page.from({ sessionId: 'one' });
    assert.notEqual(renewed, 'one');
    assert.equal(page.id(), renewed);
    page.from({ sessionId: 'other' });
    assert.equal(page.id(), 'other');
  });

  it('is captured once, by whichever tab asks first, and not again when that failed', () => {
    const { tab } = shopper();
    assert.equal(tab().capture(), true);
    assert.equal(tab().capture(), false);
    assert.equal(tab().capture(), false);
  });
});

describe('the store', () => {
  it('keeps in memory the values that a full storage refuses, and uses storage again when it has room', () => {
    const area = memoryArea();
    let full = true;
    const store = createStore(() =>
      full
        ? (Object.assign(Object.create(area), {
            setItem() {
              throw new DOMException('full', 'QuotaExceededError');
            },
          }) as Storage)
        : area,
    );
    store.set('decidable:a', '1');
    assert.equal(store.get('decidable:a'), '1');
    assert.equal(area.getItem('decidable:a'), null);
    full = false;
    store.set('decidable:a', '2');
    assert.equal(area.getItem('decidable:a'), '2');
    assert.deepEqual(store.keys('decidable:'), ['decidable:a']);
    store.remove('decidable:a');
    assert.deepEqual(store.keys('decidable:'), []);
  });

  it('notices a storage that forgets', () => {
    const store = createStore(() => Object.assign(memoryArea(), { setItem() {} }));
    store.set('key', 'value');
    assert.equal(store.get('key'), 'value');
  });
});
