import { useState } from 'preact/hooks'
import { download } from '../../api/call.ts'
import { locale, t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { saveFile } from '../../api/save-file.ts'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { type Filter, isNarrow, queryOf } from './filter.ts'
import { lastYears, nameOf, periodOf } from './period.ts'
import { loadedOf } from './use-payments.ts'

type Format = 'csv' | 'json'

/** All payments of the filter, or of a year, as a file. */
export function ExportDialog({ filter, onClose }: { readonly filter: Filter; readonly onClose: () => void }) {
  const years = lastYears()
  const [what, setWhat] = useState(isNarrow(filter) ? 'shown' : (years[0] ?? 'shown'))
  const [format, setFormat] = useState<Format>('csv')
  const task = useTask()
  const total = loadedOf(filter)?.total ?? 0
  const save = async (): Promise<void> => {
    const wanted = what === 'shown' ? filter : { ...filter, ...periodOf(what) }
    saveFile(await download(`/api/v1/payments/export?${queryText(wanted, format)}`), fileName(wanted, format))
    say(t('export.done'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('export.title')} onClose={onClose}>
      <Select
        label={t('export.what')}
        value={what}
        options={[
          ...years.map((year) => ({ value: year, label: year })),
          {
            value: 'shown',
            label: t(isNarrow(filter) ? 'export.shown' : 'export.everything', {
              count: new Intl.NumberFormat(locale()).format(total),
            }),
          },
        ]}
        onValue={setWhat}
      />
      <Select
        label={t('export.format')}
        value={format}
        options={[
          { value: 'csv', label: t('export.csv') },
          { value: 'json', label: t('export.json') },
        ]}
        onValue={setFormat}
      />
      <p class="note">{t('export.note')}</p>
      <Problem error={task.error} />
      <Button look="primary" icon="download" wide busy={task.busy} onClick={() => task.run(save)}>
        {t('export.download')}
      </Button>
    </Dialog>
  )
}

/** Dates in the file are those on the screen. */
const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const queryText = (filter: Filter, format: Format): string =>
  new URLSearchParams(
    Object.entries({ ...queryOf(filter), format, tz: timeZone() }).map(([name, value]) => [name, String(value)]),
  ).toString()

/** `satchel-payments-2026-03.csv`: by the period, else by the day of today. */
function fileName(filter: Filter, format: Format): string {
  const { from, to } = filter
  const days = from === undefined && to === undefined ? today() : `${from ?? ''}_${to ?? today()}`
  return `satchel-payments-${nameOf(filter) ?? days}.${format}`
}

function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
