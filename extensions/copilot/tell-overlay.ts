import type { Copilot, CopilotCtx } from './fields.ts'

export interface Showing {
  /** Empty: no animation. */
  readonly animation: string
  readonly comment: string
  readonly sats: number
}

/** A second channel has plain text, for clients that cannot read JSON. */
export const textChannel = (id: string): string => `${id}/text`

/** Anyone may listen to an overlay's channel: do not send comments that it does not show. */
export async function tellOverlay(ctx: CopilotCtx, { id, show_message }: Copilot, showing: Showing): Promise<void> {
  const comment = show_message ? showing.comment : ''
  const text = `${showing.animation}-${comment}`
  await ctx.notify.push(id, { ...showing, comment, text })
  await ctx.notify.push(textChannel(id), text)
}
