import { isolated } from '@satchel/page/isolated'
import { DIRECTIONS, known } from '@satchel/page/visitor-language'
import { msat, msatToSatFloor } from '@satchel/money/units'
import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { writeMoney } from '@satchel/money/write-money'
import type { MessageContent } from './message-store.ts'

export interface MessageText {
  readonly title: string
  readonly text: string
  /** A place of the web app. */
  readonly path: string
}

/** A code is written by `writeCode`. */
export type WrittenContent = Exclude<MessageContent, { kind: 'nostr-code' }>

interface Words {
  readonly received: (amount: string) => string
  readonly receivedHidden: string
  readonly into: (wallet: string) => string
  readonly invited: string
  readonly budget: string
  readonly expiring: string
  readonly until: (program: string, day: string) => string
  readonly operator: string
  readonly nodeDown: string
  readonly diskFull: string
  readonly code: string
  readonly codeIs: (code: string) => string
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    received: (amount) => `${amount} received`,
    receivedHidden: 'Payment received',
    into: (wallet) => `In ${wallet}`,
    invited: 'You are invited to a wallet',
    budget: 'A budget is nearly spent',
    expiring: 'Access of a program ends soon',
    until: (program, day) => `${program}, on ${day}`,
    operator: 'Your Satchel needs you',
    nodeDown: 'The node does not answer.',
    diskFull: 'The disk is nearly full.',
    code: 'Messages of your Satchel',
    codeIs: (code) => `Enter this code there to get messages here: ${code}. If you did not ask for it, ignore this.`,
  },
  de: {
    received: (amount) => `${amount} erhalten`,
    receivedHidden: 'Zahlung erhalten',
    into: (wallet) => `In ${wallet}`,
    invited: 'Einladung zu einem Wallet',
    budget: 'Ein Budget ist fast aufgebraucht',
    expiring: 'Der Zugang eines Programms endet bald',
    until: (program, day) => `${program}, am ${day}`,
    operator: 'Dein Satchel braucht dich',
    nodeDown: 'Die Node antwortet nicht.',
    diskFull: 'Der Datenträger ist fast voll.',
    code: 'Mitteilungen deines Satchel',
    codeIs: (code) =>
      `Gib dort diesen Code ein, um hier Mitteilungen zu bekommen: ${code}. Wenn du ihn nicht angefordert hast, beachte ihn nicht.`,
  },
  es: {
    received: (amount) => `${amount} recibidos`,
    receivedHidden: 'Pago recibido',
    into: (wallet) => `En ${wallet}`,
    invited: 'Te invitan a una billetera',
    budget: 'Un presupuesto está casi agotado',
    expiring: 'El acceso de un programa termina pronto',
    until: (program, day) => `${program}, el ${day}`,
    operator: 'Tu Satchel te necesita',
    nodeDown: 'El nodo no responde.',
    diskFull: 'El disco está casi lleno.',
    code: 'Notificaciones de tu Satchel',
    codeIs: (code) =>
      `Escribe allí este código para recibir notificaciones aquí: ${code}. Si no lo has pedido, no hagas caso.`,
  },
  ar: {
    received: (amount) => `تم استلام ${amount}`,
    receivedHidden: 'تم استلام دفعة',
    into: (wallet) => `في ${wallet}`,
    invited: 'دعوة إلى محفظة',
    budget: 'أوشكت ميزانية على النفاد',
    expiring: 'ينتهي وصول أحد البرامج قريبًا',
    until: (program, day) => `${program}، في ${day}`,
    operator: 'خدمة Satchel تحتاج إليك',
    nodeDown: 'العقدة لا تستجيب.',
    diskFull: 'القرص ممتلئ تقريبًا.',
    code: 'إشعارات Satchel الخاص بك',
    codeIs: (code) => `أدخل هذا الرمز هناك لتصلك الإشعارات هنا: ${code}. إن لم تطلبه فتجاهله.`,
  },
}

/** The first message over Nostr: the person who reads it there can enter its code here. */
export function writeCode(locale: string, code: string): MessageText {
  const { code: title, codeIs } = wordsOf(locale)
  return { title, text: codeIs(code), path: '/account/notifications' }
}

const wordsOf = (locale: string): Words => WORDS[locale.split('-')[0] ?? ''] ?? EN

/** A message in the language of its reader. `hideAmount`: omit the amount, because others may see the screen. */
export function writeMessage(content: WrittenContent, locale: string, hideAmount: boolean): MessageText {
  const words = wordsOf(locale)
  const name = (text: string): string => isolated(text, DIRECTIONS[known(locale) ?? 'en'])
  switch (content.kind) {
    case 'alarm':
      return {
        title: words.operator,
        text: content.alarm === 'node-unreachable' ? words.nodeDown : content.detail,
        path: '/admin',
      }
    case 'trouble':
      return { title: words.operator, text: words.diskFull, path: '/admin' }
    case 'invited':
      return { title: words.invited, text: name(content.wallet), path: '/wallets' }
    case 'budget':
      return { title: words.budget, text: name(content.program), path: '/connections' }
    case 'expiring': {
      const day = new Intl.DateTimeFormat(withLatinDigits(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(
        content.expiresAt * 1000,
      )
      return { title: words.expiring, text: words.until(name(content.program), day), path: '/connections' }
    }
    case 'received': {
      const sats = String(msatToSatFloor(msat(BigInt(content.msat))))
      const title = hideAmount ? words.receivedHidden : words.received(writeMoney(sats, 'sat', { locale, digits: 0 }))
      return { title, text: words.into(name(content.wallet)), path: '/activity' }
    }
  }
}

const EN = WORDS['en'] as Words
