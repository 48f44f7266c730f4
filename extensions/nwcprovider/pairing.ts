import type { Page } from '@satchel/extension-sdk/page'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { type NwcCtx, type Permission, route, routes } from './fields.ts'
import { newConnection } from './new-connection.ts'
import { shownRelays } from './relays.ts'

const MAX_CONNECTIONS = 1000
const READING: readonly Permission[] = ['invoice', 'lookup', 'history', 'balance', 'info']
const MAY = {
  pay: { text: fixed('Pay and receive'), permissions: ['pay', ...READING] },
  receive: { text: fixed('Receive only'), permissions: READING },
} as const

/** A period in seconds, and its name. */
const WINDOWS: readonly (readonly [seconds: number, text: Text])[] = [
  [86_400, fixed('a day')],
  [604_800, fixed('a week')],
  [2_592_000, fixed('in 30 days')],
  [0, fixed('once and for all')],
]

/** For the owner: creates a connection without a program. */
export const PAIRING_ROUTES = routes({
  'GET /p/pair': {
    access: 'public',
    summary: 'Open the page to connect an app',
    description: 'A form that asks for the admin key, which is not stored, and shows the QR code for the app.',
    handle: async () => ({ page: formPage() }),
  },
  'POST /pair': route({
    access: 'admin',
    grantsAccess: true,
    summary: 'Connect an app and show its QR code',
    description:
      'Creates a connection as `POST /nwcprovider/api/v1/` does, and answers HTML with its `connection_uri` as a QR code, shown once.',
    replyType: 'text',
    replyMedia: 'text/html',
    status: 201,
    body: {
      description: { type: 'text', min: 1, max: 64, doc: 'Name of the app or person that uses the connection.' },
      may: {
        type: 'text',
        max: 10,
        oneOf: ['pay', 'receive'],
        doc: 'Permissions: `pay` (and receive), or `receive`.',
      },
      budget_sats: {
        type: 'sat',
        min: 1,
        doc: 'With `pay`: maximum per window, satoshis with routing fees.',
        optional: true,
      },
      refresh_window: {
        type: 'int',
        min: 0,
        max: 315_360_000,
        doc: 'Length of the window, seconds; 0 = never renewed.',
        default: 86_400,
      },
    },
    handle: async ({ wallet, body }, ctx) => ({
      status: 201,
      page: await pair(ctx, wallet, { ...body, may: body.may === 'pay' ? 'pay' : 'receive' }),
    }),
  }),
})

interface Wish {
  readonly description: string
  readonly may: keyof typeof MAY
  readonly budget_sats?: number | undefined
  readonly refresh_window: number
}

async function pair(ctx: NwcCtx, wallet: WalletHandle, wish: Wish): Promise<Page> {
  const { description, may, budget_sats: sats, refresh_window } = wish
  if (may === 'pay' && sats === undefined)
    throw reject('body.budget_sats: required; it limits what the app may pay.', 422)
  if ((await ctx.items.count({ wallet })) >= MAX_CONNECTIONS) {
    throw reject(fixed('A wallet has at most {count} connections; delete some first.', { count: MAX_CONNECTIONS }))
  }
  const budgets = may === 'pay' && sats !== undefined ? [{ budget_msats: sats * 1000, refresh_window }] : []
  const wanted = { description, permissions: [...MAY[may].permissions], budgets, unlimited: false }
  const made = await newConnection(wanted, ctx, wallet)
  await ctx.items.insert(made, wallet)
  return codePage(made, shownRelays(made, ctx)[0], { may, sats })
}

function formPage(): Page {
  return {
    title: fixed('Connect an app'),
    eyebrow: fixed('Nostr Wallet Connect'),
    blocks: [
      {
        kind: 'text',
        text: fixed(
          'The app gets its own rights. You can disconnect it at any time, and your other apps keep working.',
        ),
        tone: 'muted',
      },
      {
        kind: 'form',
        action: '/pair',
        submit: fixed('Show the code'),
        fields: [
          { name: 'key', label: fixed('Admin key of the wallet'), type: 'key', required: true },
          { name: 'description', label: fixed('Name of the app'), type: 'text', required: true, maxLength: 64 },
          {
            name: 'may',
            label: fixed('It may'),
            type: 'select',
            asButtons: true,
            required: true,
            value: 'pay',
            options: Object.entries(MAY).map(([value, { text }]) => [value, text] as const),
          },
          {
            name: 'budget_sats',
            label: fixed('It may pay at most'),
            type: 'number',
            min: 1,
            unit: 'sat',
            value: '10000',
            hint: fixed('Routing fees included. Counts only where it may pay.'),
          },
          {
            name: 'refresh_window',
            label: fixed('How often'),
            type: 'select',
            numeric: true,
            value: '86400',
            options: WINDOWS.map(([seconds, text]) => [String(seconds), text] as const),
          },
        ],
      },
    ],
  }
}

function codePage(
  { description, connection_uri: uri, budgets }: Awaited<ReturnType<typeof newConnection>>,
  relay: string | undefined,
  { may, sats }: { readonly may: keyof typeof MAY; readonly sats: number | undefined },
): Page {
  const [budget] = budgets
  const facts: [Text, Text][] = [[fixed('It may'), MAY[may].text]]
  if (budget !== undefined && sats !== undefined) {
    facts.push([
      fixed('At most'),
      fixed('{amount} {window}', { amount: amountText(sats), window: windowText(budget.refresh_window) }),
    ])
  }
  if (relay !== undefined) facts.push([fixed('Relay'), relay])
  return {
    title: description,
    eyebrow: fixed('Nostr Wallet Connect'),
    blocks: [
      { kind: 'qr', value: uri, label: fixed('Scan with the app'), link: uri },
      {
        kind: 'text',
        text: fixed(
          'This code is shown only once. Anyone who has it can do what the app may do, so keep it to yourself.',
        ),
        tone: 'bad',
      },
      { kind: 'facts', rows: facts },
      { kind: 'link', text: fixed('Connect another app'), href: '/p/pair' },
    ],
  }
}

const windowText = (seconds: number): Text =>
  WINDOWS.find(([length]) => length === seconds)?.[1] ?? fixed('every {seconds} seconds', { seconds })
