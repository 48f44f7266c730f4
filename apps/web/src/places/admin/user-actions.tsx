import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { type HandedOut, LinkDialog } from './link-dialog.tsx'

export type UserBody = AnswerOf<'GET /users/api/v1/user/{user_id}'>

type Action = 'reset' | 'disable' | 'role' | 'factor' | 'delete'

interface ActionsProps {
  readonly user: UserBody
  readonly isSuperUser: boolean
  readonly onChange: () => Promise<void>
}

/** Each action says what it does before it is done. */
export function UserActions({ user, isSuperUser, onChange }: ActionsProps) {
  const [asked, setAsked] = useState<Action | undefined>(undefined)
  const [link, setLink] = useState<HandedOut | undefined>(undefined)
  // Only super users may change a super user.
  if (user.role === 'super-user' && !isSuperUser) return null
  return (
    <>
      <Button wide icon="key" onClick={() => setAsked('reset')}>
        {t('admin.reset-password')}
      </Button>
      {user.role !== 'super-user' && (
        <Button wide icon="shield" onClick={() => setAsked('role')}>
          {t(user.role === 'admin' ? 'admin.demote' : 'admin.promote')}
        </Button>
      )}
      {user.second_factor.length > 0 && (
        <Button wide icon="device" onClick={() => setAsked('factor')}>
          {t('admin.remove-factor')}
        </Button>
      )}
      <Button wide look={user.disabled ? 'plain' : 'danger'} onClick={() => setAsked('disable')}>
        {t(user.disabled ? 'admin.enable' : 'admin.disable')}
      </Button>
      {isSuperUser && (
        <Button wide look="danger" icon="trash" onClick={() => setAsked('delete')}>
          {t('admin.delete')}
        </Button>
      )}
      {asked !== undefined && (
        <AskFirst action={asked} user={user} onLink={setLink} onChange={onChange} onClose={() => setAsked(undefined)} />
      )}
      {link !== undefined && (
        <LinkDialog title={t('admin.reset-password')} link={link} onClose={() => setLink(undefined)} />
      )}
    </>
  )
}

interface AskProps extends Pick<ActionsProps, 'user' | 'onChange'> {
  readonly action: Action
  readonly onLink: (link: HandedOut) => void
  readonly onClose: () => void
}

function AskFirst({ action, user, onLink, onChange, onClose }: AskProps) {
  const go = useGo()
  const path = { user_id: user.id }
  const { title, note, event } = wordsOf(action, user)
  const change = async (body: { readonly is_admin?: boolean; readonly disabled?: boolean }): Promise<void> => {
    await call('PUT /users/api/v1/user/{user_id}', { path, body })
    await onChange()
  }
  const doIt: Record<Action, () => Promise<unknown>> = {
    reset: async () => onLink(await call('POST /users/api/v1/user/{user_id}/reset-link', { path })),
    disable: () => change({ disabled: !user.disabled }),
    role: () => change({ is_admin: user.role === 'user' }),
    async factor() {
      await call('DELETE /users/api/v1/user/{user_id}/second-factor', { path })
      await onChange()
    },
    async delete() {
      await call('DELETE /users/api/v1/user/{user_id}', { path })
      await queryClient.invalidateQueries({ queryKey: ['users'] })
      say(t('admin.deleted'), 'good')
      go('/admin/users', { replace: true })
    },
  }
  const isDanger = action === 'delete' || (action === 'disable' && !user.disabled)
  return (
    <ConfirmDialog danger={isDanger} title={title} action={title} onConfirm={doIt[action]} onClose={onClose}>
      <p>{note}</p>
      {event !== undefined && <WhatEnds event={event} />}
    </ConfirmDialog>
  )
}

interface Words {
  readonly title: string
  readonly note: string
  readonly event?: ComponentProps<typeof WhatEnds>['event']
}

function wordsOf(action: Action, { disabled, role, username: name }: UserBody): Words {
  if (action === 'reset') return { title: t('admin.reset-password'), note: t('admin.reset-note', { name }) }
  if (action === 'factor') {
    const note = t('admin.remove-factor-note', { name })
    return { title: t('admin.remove-factor'), note, event: 'second-factor-removed' }
  }
  if (action === 'delete') return { title: t('admin.delete'), note: t('admin.delete-note', { name }) }
  if (action === 'role')
    return role === 'user'
      ? { title: t('admin.promote'), note: t('admin.promote-note', { name }) }
      : { title: t('admin.demote'), note: t('admin.demote-note', { name }), event: 'role-lowered' }
  return disabled
    ? { title: t('admin.enable'), note: t('admin.enable-note', { name }), event: 'account-enabled' }
    : { title: t('admin.disable'), note: t('admin.disable-note', { name }), event: 'account-disabled' }
}
