import { utils } from '@start9labs/start-sdk'
import { sdk } from './sdk'
import { store, SUPER_USER } from './store'

const setPassword = sdk.Action.withoutInput(
  'set-password',
  async () => ({
    name: 'Set the password',
    description: `Makes a new random password for the account ${SUPER_USER}. The old one stops working.`,
    warning: null,
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  }),
  async ({ effects }) => {
    const password = utils.getDefaultString({ charset: 'a-z,A-Z,0-9', len: 32 })
    await store.merge(effects, { password })
    const shown = { type: 'single', description: null, copyable: true, qr: false } as const
    return {
      version: '1',
      title: 'Log in',
      message: 'The service restarts with this password.',
      result: {
        type: 'group',
        value: [
          { ...shown, name: 'Username', value: SUPER_USER, masked: false },
          { ...shown, name: 'Password', value: password, masked: true },
        ],
      },
    }
  },
)

export const actions = sdk.Actions.of().addAction(setPassword)

/** Without a password no person can log in. */
export const requirePassword = sdk.setupOnInit(async (effects) => {
  const password = await store.read((stored) => stored.password).const(effects)
  if (!password) {
    await sdk.action.createOwnTask(effects, setPassword, 'critical', { reason: 'Set the password of the super user' })
  }
})
