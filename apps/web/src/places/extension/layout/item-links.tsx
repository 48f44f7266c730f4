import { useState } from 'preact/hooks'
import { download } from '../../../api/call.ts'
import type { Description, Item } from '../../../api/extensions.ts'
import { saveFile } from '../../../api/save-file.ts'
import { t } from '../../../language/language.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { copy } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { fillPath } from '../items.ts'
import { canWriteTags, writeTag } from '../write-tag.ts'

type Link = Description['links'][number]

export interface ShownLink {
  readonly link: Link
  readonly target: string
}

/** The links of an item: pages, codes, tags, files. Omits those without a value. */
export const shownLinks = ({ links }: Description, item: Item): readonly ShownLink[] =>
  links.flatMap((link) => {
    const target = targetOf(link, item)
    return target === undefined || (link.kind === 'nfc' && !canWriteTags()) ? [] : [{ link, target }]
  })

/** The value of the link's field, or its path with the item's values. */
function targetOf({ field, path }: Link, item: Item): string | undefined {
  const value = field === undefined ? undefined : item[field]
  if (typeof value === 'string' && value !== '') return value
  return path === undefined ? undefined : fillPath(path, item)
}

export function ItemLink({
  shown: { link, target },
  extId,
  itemId,
}: {
  readonly shown: ShownLink
  readonly extId: string
  readonly itemId: string
}) {
  switch (link.kind) {
    case 'open':
      return (
        <a class={link.id === 'page' ? 'button primary' : 'button plain'} href={target} target="_blank" rel="noopener">
          <span>{link.label}</span>
        </a>
      )
    case 'copy':
      return (
        <Button icon="copy" onClick={() => void copy(target)}>
          {link.label}
        </Button>
      )
    case 'print':
      return (
        <ButtonLink icon="print" to={`/apps/${extId}/${itemId}/print`}>
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
      <Button icon="scan" onClick={() => setOpen(true)}>
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
      <Button icon="contactless" busy={task.busy} onClick={() => task.run(write)}>
        {label}
      </Button>
      <Problem error={task.error} />
    </>
  )
}
