import { randomBytes } from 'node:crypto'
import { register } from '../accounts/register.ts'
import { openWithTotp } from '../accounts/with-totp.ts'
import type { Grant } from './grants.ts'

export const OF_ADMINISTRATOR: readonly Grant[] = [
  {
    name: 'hand-out-account-link',
    status: 201,
    route: () => ({ method: 'POST', url: '/users/api/v1/invitations', body: {} }),
  },
  {
    name: 'hand-out-account-link',
    status: 201,
    prepare: async (world) => (await register(world)).id,
    route: (_world, id: string) => ({ method: 'POST', url: `/users/api/v1/user/${id}/reset-link` }),
  },
  {
    name: 'change-user',
    status: 200,
    prepare: async (world) => (await register(world)).id,
    route: (_world, id: string) => ({ method: 'PUT', url: `/users/api/v1/user/${id}`, body: { is_admin: true } }),
  },
  {
    name: 'create-user',
    status: 201,
    route: () => {
      const body = { username: `made-${randomBytes(6).toString('hex')}`, password: 'a good password' }
      return { method: 'POST', url: '/users/api/v1/user', body }
    },
  },
  {
    name: 'remove-second-factor',
    status: 200,
    prepare: async (world) => (await openWithTotp(world)).id,
    route: (_world, id: string) => ({ method: 'DELETE', url: `/users/api/v1/user/${id}/second-factor` }),
  },
  {
    name: 'change-settings',
    role: 'super-user',
    status: 200,
    route: () => ({ method: 'PUT', url: '/api/v1/admin/settings', body: { allow_new_accounts: true } }),
  },
  {
    name: 'store-node',
    role: 'super-user',
    status: 200,
    prepare: async (_world, _person, { node }) => node.env,
    route: (_world, env: Readonly<Record<string, string>>) => {
      const values = Object.entries(env).filter(([name]) => !/^SERVICE_(?!ALLOW_)/.test(name))
      const body = { kind: env['SERVICE_FUNDING_SOURCE'], values: Object.fromEntries(values), former_gone: true }
      return { method: 'PUT', url: '/api/v1/admin/funding', body }
    },
  },
]
