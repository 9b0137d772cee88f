import type { ChosenExport, KeptExport } from '@decidable/contract/management';
import { megabytes } from '@decidable/report/stage-words';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { listExports, removeExport, uniteExports, uploadExport } from '../../api/operations.generated.ts';
import type { Failure, Result } from '../../api/result.ts';
import { useCall } from '../../api/use-call.ts';
import { SelectField } from '../forms/field.tsx';
import { FileDrop } from '../forms/file-drop.tsx';
import { Problem } from '../layout/notice.tsx';
import { Progress } from '../layout/progress.tsx';
import { counted } from '../words/figures.ts';
import { ago } from '../words/times.ts';

/** Forms that the browser's dialog offers; others are told by the service. */
export const FORMS = '.csv,.tsv,.txt,.xlsx,.xls,.xlsb,.ods,.json,.jsonl,.ndjson,.xml,.rss,.parquet,.gz,.zip';

/** Uploads a file as an export. */
export const upload = (file: File) => call(uploadExport, { query: { name: file.name }, body: file });

/**
 * Uploads the files of an export that stands in several, and makes one of them.
 *
 * @param tell says which file is being read
 */
export async function uploadSeveral(
  files: readonly File[],
  tell: (name: string) => void,
): Promise<Result<KeptExport>> {
  const exportIds: string[] = [];
  for (const file of files) {
    tell(file.name);
    const kept = await upload(file);
    if (!kept.ok) return discarding(exportIds, kept);
    exportIds.push(kept.data.exportId);
  }
  const [stem] = files[0].name.split('.');
  const name = `${stem} and ${files.length - 1} more.csv`;
  const united = await call(uniteExports, { body: { exportIds, name } });
  return united.ok ? united : discarding(exportIds, united);
}

/** Removes parts of which no export was made: they would count as kept exports. */
async function discarding<Refused>(exportIds: readonly string[], refused: Refused): Promise<Refused> {
  for (const exportId of exportIds) await call(removeExport, { params: { exportId } });
  return refused;
}

/** Takes an export: a file to upload, or one that is kept. */
export function ExportPicker({
  label,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: KeptExport | undefined;
  readonly onChoose: (chosen: KeptExport) => void;
}) {
  const { data, reload } = useCall(listExports, { query: { limit: 100 } });
  const [uploading, setUploading] = useState('');
  const [error, setError] = useState<Failure>();
  const take = async (files: readonly File[]) => {
    setUploading(files[0].name);
    setError(undefined);
    const kept = files.length === 1 ? await upload(files[0]) : await uploadSeveral(files, setUploading);
    setUploading('');
    if (!kept.ok) {
      setError(kept.error);
      return;
    }
    await reload();
    onChoose(kept.data);
  };
  const exports = data?.exports ?? [];
  return (
    <div class="stack close">
      <FileDrop label={label} accept={FORMS} onFile={(file) => take([file])} onFiles={take}>
        {chosen !== undefined && (
          <span>
            <bdi>{chosen.name}</bdi>, {counted(chosen.products, 'product')}
          </span>
        )}
      </FileDrop>
      {uploading !== '' && <Progress label={`Reading ${uploading}`} />}
      {error !== undefined && <Problem error={error} />}
      {exports.length > 0 && (
        <SelectField
          label={`${label}: or one that is kept`}
          value={chosen?.exportId ?? ''}
          onChange={(event) => {
            const found = exports.find(({ exportId }) => exportId === event.currentTarget.value);
            if (found !== undefined) onChoose(found);
          }}
        >
          <option value="">Choose a kept export</option>
          {exports.map(({ exportId, name, at, bytes }) => (
            <option key={exportId} value={exportId}>
              {`${name}, ${megabytes(bytes)}, ${ago(at)}`}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

export const asChosen = ({ exportId }: KeptExport): ChosenExport => ({ exportId });
