import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where it has none. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** ns since the epoch */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 is an error. */
  readonly status: number;
  readonly resource: Readonly<Record<string, string | number>>;
}

/**
 * A collector: takes the traces that are posted to it by OTLP/HTTP in protobuf, with the field numbers of
 * opentelemetry/proto/trace/v1/trace.proto.
 */
export class OtlpCollector {
  readonly spans: ReceivedSpan[] = [];
  /** All that arrived, its headers included. */
  readonly bytes: Buffer[] = [];
  readonly #server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    this.bytes.push(Buffer.from(JSON.stringify([request.url, request.rawHeaders])), body);
    if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf')
      this.spans.push(...spansOf(body));
    this.#answer(response);
  });
  #answer: (response: ServerResponse) => void = answerWell;

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  /** Answers in another way from now on, or well again. */
  answers(answer: (response: ServerResponse) => void = answerWell): void {
    this.#answer = answer;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function answerWell(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
}

type Field = { readonly number: number; readonly bytes: Buffer; readonly value: bigint };

/** The fields of a message: https://protobuf.dev/programming-guides/encoding/ */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const take = (length: number) => {
      at += length;
      return message.subarray(at - length, at);
    };
    switch (tag & 7) {
      case 0:
        yield { number, bytes: Buffer.alloc(0), value: varint() };
        break;
      case 1: {
        const bytes = take(8);
        yield { number, bytes, value: bytes.readBigUInt64LE() };
        break;
      }
      case 2:
        yield { number, bytes: take(Number(varint())), value: 0n };
        break;
      case 5: {
        const bytes = take(4);
        yield { number, bytes, value: BigInt(bytes.readUInt32LE()) };
        break;
      }
      default:
        throw new Error(`There is no wire type ${tag & 7}.`);
    }
  }
}

const messages = (message: Buffer, number: number): readonly Buffer[] =>
  [...fieldsOf(message)].filter((field) => field.number === number).map(({ bytes }) => bytes);

function attributesOf(pairs: readonly Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key, value] = [...fieldsOf(pair)];
      const [held] = [...fieldsOf(value.bytes)];
      switch (held.number) {
        case 1:
          return [key.bytes.toString(), held.bytes.toString()];
        case 4:
          return [key.bytes.toString(), held.bytes.readDoubleLE()];
        default:
          return [key.bytes.toString(), Number(held.value)];
      }
    }),
  );
}

function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(request, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1).flatMap((each) => messages(each, 1)));
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => {
        const fields = new Map([...fieldsOf(span)].map((field) => [field.number, field]));
        const hex = (number: number) => fields.get(number)?.bytes.toString('hex') ?? '';
        const text = (number: number) => fields.get(number)?.bytes.toString() ?? '';
        const status = [...fieldsOf(fields.get(15)?.bytes ?? Buffer.alloc(0))].find(
          ({ number }) => number === 3,
        );
        return {
          traceId: hex(1),
          spanId: hex(2),
          traceState: text(3),
          parentSpanId: hex(4),
          name: text(5),
          kind: Number(fields.get(6)?.value ?? 0),
          start: fields.get(7)!.value,
          end: fields.get(8)!.value,
          attributes: attributesOf(messages(span, 9)),
          status: Number(status?.value ?? 0),
          resource,
        };
      }),
    );
  });
}
