import { isolated } from '@satchel/page/isolated'
import { DIRECTIONS, known, type VisitorLanguage } from '@satchel/page/visitor-language'

/** Why an account sends mail: a `report` to itself, an `order` to a buyer, an `invoice`, a `code` for an address. */
export type MailReason = 'report' | 'order' | 'invoice' | 'code'

interface Words {
  readonly sent: (from: { site: string; account: string; why: string }) => string
  readonly stop: (link: string) => string
  readonly because: Readonly<Record<MailReason, string>>
}

const WORDS: Readonly<Record<VisitorLanguage, Words>> = {
  en: {
    sent: ({ site, account, why }) => `Sent by ${site} for its account "${account}", because ${why}.`,
    stop: (link) => `No more mail from there to this address: ${link}`,
    because: {
      report: 'this is its verified address',
      order: 'this address was given with an order that was paid',
      invoice: 'it has billed this address',
      code: 'it has given this address as its own; if that was not you, no answer is needed',
    },
  },
  de: {
    sent: ({ site, account, why }) => `Gesendet von ${site} für das Konto "${account}", weil ${why}.`,
    stop: (link) => `Keine Post mehr von dort an diese Adresse: ${link}`,
    because: {
      report: 'das seine bestätigte Adresse ist',
      order: 'diese Adresse bei einer bezahlten Bestellung angegeben wurde',
      invoice: 'es dieser Adresse eine Rechnung gestellt hat',
      code: 'es diese Adresse als seine angegeben hat; wenn du das nicht warst, brauchst du nichts zu tun',
    },
  },
  es: {
    sent: ({ site, account, why }) => `Enviado por ${site} para su cuenta "${account}", porque ${why}.`,
    stop: (link) => `No recibir más correo de allí en esta dirección: ${link}`,
    because: {
      report: 'esta es su dirección verificada',
      order: 'esta dirección se indicó en un pedido pagado',
      invoice: 'ha facturado a esta dirección',
      code: 'ha indicado esta dirección como suya; si no has sido tú, no hace falta que respondas',
    },
  },
  ar: {
    sent: ({ site, account, why }) => `أُرسلت من ${site} باسم حسابه "${account}"، لأن ${why}.`,
    stop: (link) => `لإيقاف الرسائل من هناك إلى هذا العنوان: ${link}`,
    because: {
      report: 'هذا هو عنوانه المؤكد',
      order: 'هذا العنوان أُعطي مع طلب مدفوع',
      invoice: 'الحساب أصدر فاتورة لهذا العنوان',
      code: 'الحساب ذكر هذا العنوان على أنه عنوانه؛ إن لم يكن ذلك أنت فلا حاجة إلى الرد',
    },
  },
}

interface Sending {
  readonly language: string | undefined
  /** Its name, and its address. */
  readonly site: string
  readonly account: string
  readonly reason: MailReason
  readonly stopLink: string
}

/** Who has sent a mail for whom, why, and how its reader stops such mail, in the language of the mail. */
export function mailFooter({ language, site, account, reason, stopLink }: Sending): string {
  const spoken = known(language) ?? 'en'
  const { sent, stop, because } = WORDS[spoken]
  const name = isolated(account, DIRECTIONS[spoken])
  return ['-- ', sent({ site, account: name, why: because[reason] }), stop(stopLink)].join('\n')
}
