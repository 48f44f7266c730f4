import type { Task } from '@satchel/http/docs/task-chapters'

/** The chapters of `/docs` and `/redoc`: the tasks of a reader. The tags of the OpenAPI document are unchanged. */
export const API_TASKS: readonly Task[] = [
  {
    id: 'receive',
    name: 'Receive',
    description:
      'Create an invoice, read whether it is paid, hold a payment and settle it later. Pay links give a wallet a Lightning address.',
    tags: ['lnurlp'],
    operations: ['createPayment', 'getPayment', 'settlePayment', 'cancelPayment', 'withdrawLnurl'],
  },
  {
    id: 'pay',
    name: 'Pay',
    description:
      'Decode an invoice, estimate its fee, pay it. `POST /api/v1/payments` with `out: true` pays an invoice. Withdraw links let others withdraw money.',
    tags: ['lnurl', 'contacts', 'withdraw'],
    operations: ['decodeInvoice', 'getFeeReserve'],
    also: ['createPayment', 'getPayment'],
  },
  {
    id: 'people',
    name: 'Wallets and people',
    description: 'Accounts and their log-in, wallets, their history, and sharing.',
    tags: ['accounts', 'linked-logins', 'second-factors', 'wallets', 'payments', 'rates', 'sharing'],
  },
  {
    id: 'programs',
    name: 'Programs',
    description:
      'Give a program a token with only the permissions it needs, connect wallets of others, and receive events of payments by webhooks and sockets.',
    tags: ['access-lists', 'notifications', 'tinyurl', 'nwcprovider', 'lndhub'],
  },
  {
    id: 'shops',
    name: 'Shops',
    description: 'Tills, invoices, charges for web shops, tickets, bookings, paywalls and devices that sell.',
    tags: [
      'tpos',
      'invoices',
      'satspay',
      'offlineshop',
      'events',
      'lnticket',
      'lncalendar',
      'paywall',
      'boltcards',
      'bitcoinswitch',
      'fossa',
    ],
  },
  {
    id: 'extensions',
    name: 'Extensions',
    description: 'Activate extensions, limit their spending, and use those that belong to no other chapter.',
    tags: ['extensions'],
    rest: true,
  },
  {
    id: 'administration',
    name: 'Administration',
    description:
      'For administrators: users, settings, the node, stuck payments, the books, backups and the state of the service.',
    tags: ['admin', 'ops'],
  },
]
