import { useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshContacts } from '../../api/contacts.ts'
import { saveFile } from '../../api/save-file.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

/** Exports contacts, and imports them from a file. */
export function ContactFiles({ hasAny }: { readonly hasAny: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const task = useTask()
  const save = async (): Promise<void> => {
    const contacts = await call('GET /api/v1/contacts/export')
    saveFile(new Blob([JSON.stringify(contacts, undefined, 2)], { type: 'application/json' }), 'contacts.json')
  }
  const read = async (file: File): Promise<void> => {
    const body = readContacts(await file.text())
    if (body === undefined) return say(t('contacts.not-a-file'), 'bad')
    const { created, changed } = await call('POST /api/v1/contacts/import', { body })
    await refreshContacts()
    say(t('contacts.imported', { created, changed }), 'good')
  }
  return (
    <>
      <Problem error={task.error} />
      <div class="row-of-buttons">
        <Button wide busy={task.busy} onClick={() => input.current?.click()}>
          {t('contacts.import')}
        </Button>
        {hasAny && (
          <Button icon="download" wide busy={task.busy} onClick={() => task.run(save)}>
            {t('contacts.export')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('contacts.import')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) task.run(() => read(file))
        }}
      />
    </>
  )
}

interface ContactsFile {
  readonly contacts: readonly { readonly name: string; readonly target: string; readonly note?: string }[]
}

/** Undefined: the file has no contacts. The service validates them. */
function readContacts(text: string): ContactsFile | undefined {
  try {
    const file = JSON.parse(text) as Partial<ContactsFile> | null
    return Array.isArray(file?.contacts) ? { contacts: file.contacts } : undefined
  } catch {
    return undefined
  }
}
