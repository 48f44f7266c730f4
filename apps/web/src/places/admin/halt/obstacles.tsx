import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { List, TextRow } from '../../../parts/list-row.tsx'
import { TypedConfirm } from '../typed-confirm.tsx'
import { ViolationRows } from '../violation-rows.tsx'
import { AcceptPayment } from './accept-payment.tsx'

/** The lists of a 409 answer. */
export interface Found {
  readonly violations: readonly { readonly rule: string; readonly about: string; readonly problem: string }[]
  readonly node_differences: readonly Difference[]
  readonly node_compared: boolean
}

interface Difference {
  readonly kind: string
  readonly payment_hash: string | null
  readonly detail: string
}

type Ask = 'difference' | 'force'

/** Why payments stay halted, with the ways to resume that the service offers. Nothing is preselected. */
export function Obstacles({
  found,
  onResume,
}: {
  readonly found: Found
  readonly onResume: (how: { accept_difference?: boolean; force?: boolean }) => Promise<void>
}) {
  const [asked, setAsked] = useState<Ask | undefined>(undefined)
  const { violations, node_differences: differences, node_compared: isCompared } = found
  const isBalanceAlone = differences.length > 0 && differences.every(({ kind }) => kind === 'balance')
  return (
    <section class="stack" role="alert" aria-label={t('admin.stay-halted')}>
      <h2>{t('admin.stay-halted')}</h2>
      {violations.length > 0 && (
        <>
          <p>{t('admin.stay-books')}</p>
          <ViolationRows violations={violations} />
        </>
      )}
      {!isCompared && <p>{t('admin.stay-silent')}</p>}
      {differences.length > 0 && (
        <List>
          {differences.map((difference) => (
            <DifferenceLine key={`${difference.kind} ${difference.payment_hash ?? ''}`} difference={difference} />
          ))}
        </List>
      )}
      {isCompared && violations.length === 0 && isBalanceAlone && (
        <Button wide onClick={() => setAsked('difference')}>
          {t('admin.accept-difference')}
        </Button>
      )}
      <Button look="danger" wide onClick={() => setAsked('force')}>
        {t('admin.resume-force')}
      </Button>
      {asked === 'difference' && (
        <ConfirmDialog
          title={t('admin.accept-difference')}
          action={t('admin.resume')}
          onConfirm={async () => onResume({ accept_difference: true })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('admin.accept-difference-note')}</p>
        </ConfirmDialog>
      )}
      {asked === 'force' && (
        <TypedConfirm
          title={t('admin.resume-force')}
          word={t('admin.confirm-word')}
          onConfirm={async () => onResume({ force: true })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('admin.resume-force-note')}</p>
        </TypedConfirm>
      )}
    </section>
  )
}

function DifferenceLine({ difference }: { readonly difference: Difference }) {
  const [accepting, setAccepting] = useState(false)
  const { kind, payment_hash: hash, detail } = difference
  const canAccept = hash !== null && kind !== 'not-sent-in-books' && kind !== 'lost-payment'
  return (
    <>
      <TextRow icon="warning" title={differenceText(kind)} note={<span lang="en">{detail}</span>} />
      {canAccept && (
        <li class="row">
          <Button wide onClick={() => setAccepting(true)}>
            {t('admin.accept-payment')}
          </Button>
          {accepting && <AcceptPayment hash={hash} onClose={() => setAccepting(false)} />}
        </li>
      )}
    </>
  )
}

function differenceText(kind: string): string {
  switch (kind) {
    case 'balance':
      return t('admin.differs-balance')
    case 'not-in-books':
      return t('admin.differs-missing')
    case 'not-sent-in-books':
      return t('admin.differs-never-sent')
    case 'failed-in-books':
      return t('admin.differs-failed')
    case 'paid-inside':
      return t('admin.differs-inside')
    case 'lost-payment':
      return t('admin.alarm-lost-payment')
    default:
      return t('admin.differs-unknown')
  }
}
