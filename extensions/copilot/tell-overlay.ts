import type { Copilot, CopilotCtx } from './fields.ts'

export interface Showing {
  /** Empty: nothing is drawn. */
  readonly animation: string
  readonly comment: string
  readonly sats: number
}

/** For clients that read no JSON there is a channel of plain text beside. */
export const textChannel = (id: string): string => `${id}/text`

/** Who listens to an overlay is not known: comments it does not show do not reach it. */
export async function tellOverlay(ctx: CopilotCtx, { id, show_message }: Copilot, showing: Showing): Promise<void> {
  const comment = show_message ? showing.comment : ''
  const text = `${showing.animation}-${comment}`
  await ctx.notify.push(id, { ...showing, comment, text })
  await ctx.notify.push(textChannel(id), text)
}
