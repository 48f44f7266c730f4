import { useState } from 'preact/hooks'
import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { Checkbox } from './choices.tsx'
import { CopyButton } from './copy-button.tsx'
import './recovery-codes.css'

/** Shown once: the person stores them and confirms it. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <section class="stack recovery-codes" aria-label={t('codes.title')}>
      <h2>{t('codes.title')}</h2>
      <p>{t('codes.note')}</p>
      <ol class="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="codes-actions">
        <CopyButton text={text} />
        <Button icon="download" onClick={() => save(text)}>
          {t('codes.download')}
        </Button>
        <Button icon="print" onClick={() => print()}>
          {t('codes.print')}
        </Button>
      </div>
      <Checkbox label={t('codes.kept')} on={kept} onChange={setKept} />
      <Button look="primary" wide disabled={!kept} onClick={onKept}>
        {t('action.done')}
      </Button>
    </section>
  )
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'satchel-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
