import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { download } from '../../api/call.ts'
import { saveFile } from '../../api/save-file.ts'
import { may, useWallets } from '../../api/wallets.ts'
import { locale, t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/choices.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { DayFields } from './day-fields.tsx'
import { exportQuery, type Filter, type Format, isNarrow } from './filter.ts'
import { lastMonths, lastYears, nameOf, type Period, periodOf, periodText } from './period.ts'
import { loadedOf } from './use-payments.ts'

/** Exports the payments of the filter or of a period as a file. */
export function ExportDialog({ filter, onClose }: { readonly filter: Filter; readonly onClose: () => void }) {
  const wallets = (useWallets().data ?? []).filter((wallet) => may(wallet, 'view-payments'))
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined)
  const [what, setWhat] = useState(isNarrow(filter) ? 'shown' : (lastYears()[0] ?? 'shown'))
  const [days, setDays] = useState<Period>({})
  const [format, setFormat] = useState<Format>('csv')
  const task = useTask()
  const ids = chosen ?? wallets.map(({ id }) => id).filter((id) => filter.walletId === 'all' || filter.walletId === id)
  const save = async (): Promise<void> => {
    const wanted = what === 'shown' ? filter : { ...filter, ...(what === 'days' ? days : periodOf(what)) }
    const scope = chosen === undefined || ids.length === wallets.length ? [] : ids
    const all = chosen === undefined ? wanted : { ...wanted, walletId: 'all' }
    const query = exportQuery(all, scope, format)
    saveFile(await download(`/api/v1/payments/export?${query}`), fileName(wanted, format))
    say(t('export.done'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('export.title')} onClose={onClose}>
      <Select
        label={t('export.what')}
        value={what}
        options={[
          ...lastYears().map((year) => ({ value: year, label: year })),
          { value: 'shown', label: shownText(filter, chosen === undefined) },
          ...lastMonths().map((month) => ({ value: month, label: periodText(periodOf(month)) })),
          { value: 'days', label: t('filter.other-days') },
        ]}
        onValue={setWhat}
      />
      {what === 'days' && <DayFields period={days} onPeriod={setDays} />}
      {wallets.length > 1 && <WalletChoice wallets={wallets} chosen={ids} onChosen={setChosen} />}
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
      <Button
        look="primary"
        icon="download"
        wide
        busy={task.busy}
        disabled={wallets.length > 0 && ids.length === 0}
        onClick={() => task.run(save)}
      >
        {t('export.download')}
      </Button>
    </Dialog>
  )
}

/** The count is known only for the wallets of the list. */
function shownText(filter: Filter, isAsShown: boolean): string {
  if (!isAsShown) return t('export.shown-simply')
  const count = new Intl.NumberFormat(locale()).format(loadedOf(filter)?.total ?? 0)
  return t(isNarrow(filter) ? 'export.shown' : 'export.everything', { count })
}

function WalletChoice({
  wallets,
  chosen,
  onChosen,
}: {
  readonly wallets: readonly Wallet[]
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
}) {
  return (
    <fieldset class="question export-wallets">
      <legend>{t('nav.wallets')}</legend>
      {wallets.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          on={chosen.includes(id)}
          onChange={(on) => onChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
    </fieldset>
  )
}

/** `satchel-payments-2026-03.csv`: the period, else today. */
function fileName(filter: Filter, format: Format): string {
  const { from, to } = filter
  const days = from === undefined && to === undefined ? today() : `${from ?? ''}_${to ?? today()}`
  return `satchel-payments-${nameOf(filter) ?? days}.${format}`
}

function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
