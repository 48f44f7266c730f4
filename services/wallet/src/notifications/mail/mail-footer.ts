import { isolated } from '@satchel/page/isolated'
import { chooseLanguage, directionOf } from '@satchel/page/languages'
import { type Say, textsIn } from '../../texts/texts-in.ts'

/** Why an account sends mail: a `report` to itself, an `order` to a buyer, an `invoice`, a `code` for an address. */
export type MailReason = 'report' | 'order' | 'invoice' | 'code'

const WHY: Readonly<Record<MailReason, (say: Say) => string>> = {
  report: (say) => say('this is its verified address'),
  order: (say) => say('this address was given with an order that was paid'),
  invoice: (say) => say('it has billed this address'),
  code: (say) => say('it has given this address as its own; if that was not you, no answer is needed'),
}

interface Sending {
  readonly language: string | undefined
  /** Its name, and its address. */
  readonly site: string
  readonly account: string
  readonly reason: MailReason
  readonly stopLink: string
}

/** The sender, the reason and the unsubscribe link of a mail, in its language. */
export function mailFooter({ language, site, account, reason, stopLink }: Sending): string {
  const spoken = chooseLanguage([language])
  const say = textsIn(spoken)
  const name = isolated(account, directionOf(spoken))
  const why = WHY[reason](say)
  return [
    '-- ',
    say('Sent by {site} for its account "{account}", because {why}.', { site, account: name, why }),
    `${say('No more mail from there to this address')}: ${stopLink}`,
  ].join('\n')
}
