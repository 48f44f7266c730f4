import type { Page } from '@satchel/extension-sdk/page'

const LNURL = 'LNURL1DP68GURN8GHJ7MRWW4EXCTNXD9SHG6NPVCHXXMMD9AKXUATJDSKHQCTE8AEK2UMND9HKU0FHXYMRQV3SVSENYDNPX'
/** Published with BOLT 11: 250,000 sat, and it will never be paid. */
export const INVOICE =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'

/** One page of each sort that the built-in extensions have, filled as a shop would fill it. */
export const SAMPLE_PAGES: Readonly<Record<string, Page>> = {
  link: {
    title: 'Support the choir',
    eyebrow: 'Kantorei Sankt Nikolai',
    blocks: [
      { kind: 'text', text: 'Every satoshi goes into new sheet music.\nThank you!' },
      { kind: 'qr', value: LNURL, label: 'Scan with a Lightning wallet' },
      {
        kind: 'facts',
        rows: [
          ['Lightning address', 'choir@pay.example'],
          ['Amount', '100 to 500,000 sat'],
        ],
      },
    ],
  },
  tips: {
    title: 'Buy Ada a coffee',
    eyebrow: 'Tip jar',
    channel: 'tips',
    blocks: [
      { kind: 'text', text: 'I write about engines that do not exist yet.' },
      {
        kind: 'form',
        action: '/public/tips/invoices',
        submit: 'Tip',
        fields: [
          {
            name: 'sats',
            label: 'Amount',
            type: 'number',
            required: true,
            min: 1,
            max: 1_000_000,
            unit: 'sat',
            suggestions: [500, 2500, 10_000],
          },
          { name: 'name', label: 'Your name', type: 'text', maxLength: 64 },
          { name: 'message', label: 'Message', type: 'textarea', maxLength: 300, hint: 'Shown below once it is paid.' },
        ],
        paid: { text: 'Thank you, from the bottom of the cup.' },
      },
      { kind: 'heading', text: 'Latest' },
      {
        kind: 'list',
        empty: 'Be the first.',
        items: [
          { title: 'Charles', note: '21,000 sat', text: 'For the difference engine, and everything after it.' },
          { title: 'Anonymous', note: '500 sat' },
        ],
      },
    ],
  },
  till: {
    title: 'Café Morgenrot',
    layout: 'narrow',
    channel: 'till',
    installable: true,
    blocks: [
      {
        kind: 'form',
        action: '/public/till/invoices',
        submit: 'Charge',
        quoteAction: '/public/till/quote',
        fields: [
          { name: 'amount', label: 'Amount', type: 'keypad', required: true, min: 0.01, step: 0.01, unit: 'EUR' },
          {
            name: 'tip',
            label: 'Tip',
            type: 'select',
            asButtons: true,
            numeric: true,
            required: true,
            value: '0',
            options: [
              ['0', 'None'],
              ['5', '5 %'],
              ['10', '10 %'],
              ['15', '15 %'],
            ],
          },
        ],
        paid: { text: 'Enjoy your meal.' },
      },
    ],
  },
  bill: {
    title: 'Invoice 2026-0042',
    eyebrow: 'Lovelace & Babbage, Analytical Engines',
    layout: 'wide',
    blocks: [
      { kind: 'print', text: 'Print' },
      {
        kind: 'facts',
        rows: [
          ['For', 'Menabrea Translations\n12 Via Po, Torino'],
          ['Due', '2026-12-05'],
          ['Status', 'Open'],
        ],
      },
      {
        kind: 'table',
        head: ['Description', 'Quantity', 'Each', 'Sum'],
        numericColumns: [1, 2, 3],
        rows: [
          ['Notes on the analytical engine', '7', '120.00', '840.00'],
          ['Punched cards', '250', '0.40', '100.00'],
        ],
        foot: [
          ['Net', '', '', '940.00'],
          ['VAT 19 %', '', '', '178.60'],
          ['Total EUR', '', '', '1,118.60'],
        ],
      },
      { kind: 'progress', value: 400, of: 1118.6, text: '400.00 of 1,118.60 EUR paid' },
      {
        kind: 'form',
        action: '/public/bill/invoices',
        submit: 'Pay',
        fields: [
          {
            name: 'amount',
            label: 'Amount',
            type: 'number',
            required: true,
            step: 0.01,
            min: 0.01,
            max: 718.6,
            value: '718.60',
            unit: 'EUR',
          },
        ],
        paid: { text: 'Received with thanks.' },
      },
    ],
  },
  event: {
    title: 'An evening with the engine',
    eyebrow: 'Royal Institution',
    blocks: [
      { kind: 'amount', text: '12.50 EUR', note: 'about 13,150 sat a ticket' },
      {
        kind: 'facts',
        rows: [
          ['Doors', 'Friday, 4 December 2026, 19:00'],
          ['Where', '21 Albemarle Street, London'],
        ],
      },
      {
        kind: 'text',
        text: 'A demonstration, with tea. The engine is loud: bring something for the ears of children.',
      },
      { kind: 'progress', value: 73, of: 100, text: '73 of 100 tickets are gone' },
      { kind: 'countdown', until: 1_796_400_000, label: 'Sale ends in' },
      {
        kind: 'form',
        action: '/public/event/invoices',
        submit: 'Buy ticket',
        remember: true,
        note: 'The ticket is shown here at once, and sent by mail.',
        fields: [
          { name: 'name', label: 'Name', type: 'text', required: true, maxLength: 64 },
          { name: 'email', label: 'E-mail', type: 'email', required: true, maxLength: 200 },
          { name: 'day', label: 'Time', type: 'select', asButtons: true, required: true, options: TIMES() },
          { name: 'terms', label: 'I have read the house rules', type: 'checkbox', required: true },
        ],
        paid: { text: 'See you there.', href: '/p/ticket?claim={claim}', label: 'Show my ticket' },
      },
    ],
  },
  ticket: {
    title: 'Ticket',
    eyebrow: 'An evening with the engine',
    blocks: [
      { kind: 'qr', value: 'ticket:9f8b7c6d5e4f3a2b', label: 'Show this at the door' },
      {
        kind: 'facts',
        rows: [
          ['Name', 'Mary Somerville'],
          ['Doors', 'Friday, 4 December 2026, 19:00'],
        ],
      },
      { kind: 'print', text: 'Print' },
    ],
  },
  vouchers: {
    title: 'Vouchers',
    eyebrow: '1,000 sat each',
    layout: 'wide',
    blocks: [
      { kind: 'print', text: 'Print' },
      {
        kind: 'sheet',
        cards: Array.from({ length: 8 }, (_, at) => ({
          qr: `${LNURL}${at}`,
          title: '1,000 sat',
          lines: ['Scan with a Lightning wallet', `Voucher ${at + 1} of 8`],
        })),
      },
    ],
  },
  charge: {
    title: 'Order 1815',
    eyebrow: 'Difference Books',
    channel: 'charge',
    blocks: [
      {
        kind: 'invoice',
        paymentRequest: INVOICE,
        state: '/state/charge',
        note: 'about 238 EUR',
        expiresAt: 4_102_444_800,
        paid: { text: 'Your book is on its way.', href: 'https://books.example/thanks', label: 'Back to the shop' },
      },
    ],
  },
}

function TIMES(): readonly (readonly [string, string, string])[] {
  return [
    ['fri-19', '19:00', 'Friday'],
    ['fri-21', '21:00', 'Friday'],
    ['sat-16', '16:00', 'Saturday'],
    ['sat-19', '19:00', 'Saturday'],
  ]
}
