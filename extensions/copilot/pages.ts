import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, type FixedText, fixed } from '@satchel/extension-sdk/text'
import { ANIMATIONS, type Copilot, type CopilotCtx } from './fields.ts'
import { lnurlOf } from './lnurl.ts'

const qr = (ctx: CopilotCtx, item: Copilot): Block[] => {
  const value = lnurlOf(ctx, item)
  return value === undefined ? [] : [{ kind: 'qr', value, label: item.lnurl_title ?? item.title }]
}

/** The overlay for the streaming program, with a transparent background. */
export const overlayPage = (ctx: CopilotCtx, item: Copilot, price: FixedText | undefined): Page => ({
  title: item.title,
  layout: 'bare',
  channel: item.id,
  styles: ['overlay.css'],
  scripts: ['overlay.js'],
  blocks: [
    ...(item.iframe_url === undefined ? [] : [{ kind: 'frame', url: item.iframe_url, title: item.title } as const]),
    {
      kind: 'app',
      id: 'stage',
      data: {
        ack: item.show_ack,
        cam: item.fullscreen_cam,
        price: item.show_price === '' ? null : `/public/${item.id}`,
      },
      fallback: '',
    },
    ...qr(ctx, item),
    ...(price === undefined ? [] : [{ kind: 'text', text: price } as const]),
  ],
})

/** For viewers. */
export const viewerPage = (ctx: CopilotCtx, item: Copilot): Page => ({
  title: item.title,
  blocks: item.lnurl_toggle
    ? [
        ...qr(ctx, item),
        ...(item.animations.length === 0
          ? []
          : [
              {
                kind: 'facts',
                rows: item.animations.map(
                  ({ name, threshold }) => [fixed('From {amount}', { amount: amountText(threshold) }), name] as const,
                ),
              } as const,
            ]),
      ]
    : [{ kind: 'text', text: fixed('Payments are not possible here at the moment.'), tone: 'muted' }],
})

/** For the owner: the status, the overlay's address, and a test of each animation. */
export const panelPage = (ctx: CopilotCtx, item: Copilot): Page => ({
  title: item.title,
  eyebrow: fixed('Stream overlay'),
  channel: item.id,
  blocks: [
    { kind: 'amount', text: amountText(item.amount_made) },
    { kind: 'link', text: fixed('Open the overlay'), href: ctx.url(`/overlay/${item.id}`) },
    ...qr(ctx, item),
    {
      kind: 'form',
      action: `/api/v1/${item.id}/play`,
      submit: fixed('Play'),
      fields: [
        {
          name: 'animation',
          label: fixed('Animation'),
          type: 'select',
          required: true,
          options: ANIMATIONS.map((name) => [name, name] as const),
        },
        { name: 'comment', label: fixed('Comment'), type: 'text', maxLength: 300 },
        { name: 'key', label: fixed('Admin key of the wallet'), type: 'key', required: true },
      ],
      done: { text: fixed('Played on the overlay.') },
      clearAfterSubmit: true,
    },
  ],
})
