import { msat, msatToSatFloor } from '@satchel/money/units'
import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { writeMoney } from '@satchel/money/write-money'
import { isolated } from '@satchel/page/isolated'
import { chooseLanguage, directionOf } from '@satchel/page/languages'
import { textsIn } from '../../texts/texts-in.ts'
import type { MessageContent } from './message-store.ts'

export interface MessageText {
  readonly title: string
  readonly text: string
  /** A place of the web app. */
  readonly path: string
}

/** A code is written by `writeCode`. */
export type WrittenContent = Exclude<MessageContent, { kind: 'nostr-code' }>

/** The first message over Nostr: the person who reads it there can enter its code here. */
export function writeCode(locale: string, code: string): MessageText {
  const say = textsIn(chooseLanguage([locale]))
  return {
    title: say('Messages of your Satchel'),
    text: say('Enter this code there to get messages here: {code}. If you did not ask for it, ignore this.', { code }),
    path: '/account/notifications',
  }
}

/** A message in the language of its reader. `hideAmount`: omit the amount, because others may see the screen. */
export function writeMessage(content: WrittenContent, locale: string, hideAmount: boolean): MessageText {
  const language = chooseLanguage([locale])
  const say = textsIn(language)
  const name = (text: string): string => isolated(text, directionOf(language))
  switch (content.kind) {
    case 'alarm':
      return {
        title: say('Your Satchel needs you'),
        text: content.alarm === 'node-unreachable' ? say('The node does not answer.') : content.detail,
        path: '/admin',
      }
    case 'trouble':
      return { title: say('Your Satchel needs you'), text: say('The disk is nearly full.'), path: '/admin' }
    case 'invited':
      return { title: say('You are invited to a wallet'), text: name(content.wallet), path: '/wallets' }
    case 'budget':
      return { title: say('A budget is nearly spent'), text: name(content.program), path: '/connections' }
    case 'expiring': {
      const day = new Intl.DateTimeFormat(withLatinDigits(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
        content.expiresAt * 1000,
      )
      return {
        title: say('Access of a program ends soon'),
        text: say('{program}, on {day}', { program: name(content.program), day }),
        path: '/connections',
      }
    }
    case 'received': {
      const sats = String(msatToSatFloor(msat(BigInt(content.msat))))
      const title = hideAmount
        ? say('Payment received')
        : say('{amount} received', { amount: writeMoney(sats, 'sat', { locale, digits: 0 }) })
      return { title, text: say('In {wallet}', { wallet: name(content.wallet) }), path: '/activity' }
    }
  }
}
