import type { AnyContract, InputArguments, Operation, PlainInput } from './operation.ts';
import { send } from './request.ts';
import type { Result } from './result.ts';

/** Downloads the file that an operation answers with. */
export async function download<Contract extends AnyContract>(
  operation: Operation<Contract>,
  ...[input]: InputArguments<Contract>
): Promise<Result<undefined>> {
  const sent = await send(operation, input as PlainInput | undefined);
  if (!sent.ok) return sent;
  const named = /filename\*=UTF-8''([^;]+)|filename="([^"]*)"/.exec(
    sent.data.headers.get('content-disposition') ?? '',
  );
  const name = named?.[1] === undefined ? named?.[2] : decodeURIComponent(named[1]);
  save(name ?? 'download', await sent.data.blob());
  return { ok: true, data: undefined };
}

/** Offers a file to save that was made in the page. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
