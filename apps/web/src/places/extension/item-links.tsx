import { useState } from 'preact/hooks'
import { download } from '../../api/call.ts'
import type { Description, Item } from '../../api/extensions.ts'
import { saveFile } from '../../api/save-file.ts'
import { t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { copy } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { fillPath } from './items.ts'
import { canWriteTags, writeTag } from './write-tag.ts'

type Link = Description['links'][number]

interface LinkProps {
  readonly link: Link
  readonly item: Item
  readonly extId: string
}

/** The links of an item: pages, codes, tags, files. Omits those without a value. */
export function ItemLinks({ description, item }: { readonly description: Description; readonly item: Item }) {
  const shown = description.links.filter(
    (link) => targetOf(link, item) !== undefined && (link.kind !== 'nfc' || canWriteTags()),
  )
  if (shown.length === 0) return null
  return (
    <section class="ext-links" aria-label={t('ext.links')}>
      {shown.map((link) => (
        <OneLink key={link.id} link={link} item={item} extId={description.id} />
      ))}
    </section>
  )
}

/** The value of the link's field, or its path with the item's values. */
function targetOf({ field, path }: Link, item: Item): string | undefined {
  const value = field === undefined ? undefined : item[field]
  if (typeof value === 'string' && value !== '') return value
  return path === undefined ? undefined : fillPath(path, item)
}

function OneLink({ link, item, extId }: LinkProps) {
  const target = targetOf(link, item) ?? ''
  switch (link.kind) {
    case 'open':
      return (
        <a class="button plain wide" href={target} target="_blank" rel="noopener">
          <span>{link.label}</span>
        </a>
      )
    case 'copy':
      return (
        <Button icon="copy" wide onClick={() => void copy(target)}>
          {link.label}
        </Button>
      )
    case 'print':
      return (
        <ButtonLink icon="print" wide to={`/apps/${extId}/${item.id}/print`}>
          {link.label}
        </ButtonLink>
      )
    case 'download':
      return <DownloadButton label={link.label} path={target} name={`${extId}-${link.id}.csv`} />
    case 'nfc':
      return <TagButton label={link.label} text={target} />
    default:
      return <CodeButton label={link.label} text={target} />
  }
}

function CodeButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="scan" wide onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <QrCode data={text} label={label} />
        </Dialog>
      )}
    </>
  )
}

function DownloadButton({
  label,
  path,
  name,
}: {
  readonly label: string
  readonly path: string
  readonly name: string
}) {
  const task = useTask()
  return (
    <>
      <Button
        icon="download"
        wide
        busy={task.busy}
        onClick={() => task.run(async () => saveFile(await download(path), name))}
      >
        {label}
      </Button>
      <Problem error={task.error} />
    </>
  )
}

function TagButton({ label, text }: { readonly label: string; readonly text: string }) {
  const task = useTask()
  const write = async (): Promise<void> => {
    say(t('ext.hold-tag'))
    await writeTag(text)
    say(t('ext.tag-written'), 'good')
  }
  return (
    <>
      <Button icon="contactless" wide busy={task.busy} onClick={() => task.run(write)}>
        {label}
      </Button>
      <Problem error={task.error} />
    </>
  )
}
