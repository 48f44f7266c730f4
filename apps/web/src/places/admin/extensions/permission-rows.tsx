import type { ComponentChildren } from 'preact'
import { CHANGE_KEYS, comparePermissions } from '../../../language/compare-permissions.ts'
import { locale, t } from '../../../language/language.ts'
import { sentenceOf } from '../../../language/permission-sentence.ts'
import { List, TextRow } from '../../../parts/list-row.tsx'
import type { InstalledExtension } from './installed.ts'

type Permissions = InstalledExtension['permissions']

/** All permissions; undefined: the catalogue does not list them. Built-ins give their reasons in English. */
export function PermissionRows({
  permissions,
  isBuiltin = false,
}: {
  readonly permissions: Permissions | undefined
  readonly isBuiltin?: boolean
}) {
  return (
    <Part title={t('admin.app-may')}>
      {permissions?.map((permission) => (
        <TextRow
          key={permission.id}
          icon={permission.id === 'spend' ? 'warning' : 'check'}
          title={sentenceOf(permission)}
          note={isBuiltin && !locale().startsWith('en') ? undefined : <Reason text={permission.reason} />}
        />
      ))}
      {permissions === undefined && <TextRow icon="warning" title={t('admin.app-may-unstated')} />}
      {permissions?.length === 0 && <TextRow icon="check" title={t('admin.app-may-nothing')} />}
    </Part>
  )
}

/** Permissions gained and lost compared with the installed version. */
export function ChangeRows({ before, now }: { readonly before: Permissions; readonly now: Permissions }) {
  const changes = comparePermissions(before, now)
  return (
    <Part title={t('admin.app-changes')}>
      {changes.map((change) => (
        <TextRow
          key={`${change.kind} ${change.permission.id}`}
          icon={change.kind === 'added' || change.kind === 'wider' ? 'warning' : 'check'}
          title={t(CHANGE_KEYS[change.kind], { permission: sentenceOf(change.permission) })}
          note={<Reason text={change.permission.reason} />}
        />
      ))}
      {changes.length === 0 && <TextRow icon="check" title={t('admin.app-changes-none')} />}
    </Part>
  )
}

/** A reason, written by the publisher. */
const Reason = ({ text }: { readonly text: string }) => (
  <span lang="en" dir="auto">
    {text}
  </span>
)

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      <List label={title}>{children}</List>
    </section>
  )
}
