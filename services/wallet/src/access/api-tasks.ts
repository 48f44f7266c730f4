import type { Task } from '@satchel/http/docs/task-chapters'

/** The chapters of `/docs` and `/redoc`: what a reader wants to do. The tags of the OpenAPI document stay as they are. */
export const API_TASKS: readonly Task[] = [
  {
    id: 'receive',
    name: 'Receive',
    description:
      'Make an invoice, read whether it is paid, hold a payment and settle it later. Pay links give a wallet a Lightning address.',
    tags: ['lnurlp'],
    operations: ['createPayment', 'getPayment', 'settlePayment', 'cancelPayment', 'withdrawLnurl'],
  },
  {
    id: 'pay',
    name: 'Pay',
    description:
      'Read what a code asks for, look at the highest fee, pay it. `POST /api/v1/payments` with `out: true` pays an invoice. Withdraw links let others take money.',
    tags: ['lnurl', 'contacts', 'withdraw'],
    operations: ['decodeInvoice', 'getFeeReserve'],
    also: ['createPayment', 'getPayment'],
  },
  {
    id: 'people',
    name: 'Wallets and people',
    description: 'Accounts and how they log in, wallets, their history, and who else may use them.',
    tags: ['accounts', 'linked-logins', 'second-factors', 'wallets', 'payments', 'rates', 'sharing'],
  },
  {
    id: 'programs',
    name: 'Programs',
    description:
      'Give a program a token for what it needs and no more, connect wallets of others, and receive events of payments by webhooks and sockets.',
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
    description: 'Switch extensions on, bound what they spend, and use those that belong to no other chapter.',
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
