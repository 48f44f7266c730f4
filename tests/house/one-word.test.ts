import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@satchel/page/languages'
import { describe, expect, test } from 'vitest'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CODES = Object.keys(LANGUAGES) as Language[]

/** Every catalogue that people read: of the app, of pages, of extensions. */
const FOLDERS = ['apps/web', 'extensions', 'packages', 'services'].flatMap((place) =>
  readdirSync(`${ROOT}${place}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'locales' && !path.includes('node_modules'))
    .map((path) => `${place}/${path}`),
)

test('every catalogue has a file for each language, and none for another one', () => {
  expect(FOLDERS.length).toBeGreaterThan(40)
  const known = new Set(['notes.json', ...CODES.map((code) => `${code}.json`)])
  for (const folder of FOLDERS) {
    const names = readdirSync(`${ROOT}${folder}`)
    // Where the English text is the key, English has no file.
    const missing = CODES.filter((code) => code !== 'en' && !names.includes(`${code}.json`))
    expect([folder, missing, names.filter((name) => !known.has(name))]).toEqual([folder, [], []])
  }
})

const read = (path: string): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}

const textsIn = (language: Language): [place: string, text: string][] =>
  FOLDERS.flatMap((folder) =>
    Object.entries(catalogueOf(folder, language)).map(([key, text]): [string, string] => [`${folder}: ${key}`, text]),
  )

/** The keys of pages and rejections are their English texts. */
function catalogueOf(folder: string, language: Language): Readonly<Record<string, string>> {
  const texts = read(`${folder}/${language}.json`)
  const isKey = language === 'en' && Object.keys(texts).length === 0
  return isKey ? Object.fromEntries(Object.keys(read(`${folder}/de.json`)).map((key) => [key, key])) : texts
}

/** One word for one thing: what stands in its place, and what it must not be called. */
const WORDS: Readonly<Partial<Record<Language, Readonly<Record<string, RegExp>>>>> = {
  en: {
    app: /\b(?:this|the) extension\b/i,
    'Bitcoin ATM': /\bcash machine|\bbitcoin ATM/,
    cancelled: /\bcancel(?:ed|ing)\b/i,
    colour: /\bcolors?\b/i,
    'log in': /\bsign(?:ed)? (?:in|out|on)\b|\blogin\b(?! with another)/i,
    node: /\bpeer node\b/i,
    'second factor': /\b(?:one|second|more) lock\b/i,
  },
  de: {
    'das Wallet':
      /Geldbeutel|Brieftasche|Geldbörse|\b(?:die|einer?|diese[rn]?|deiner?|beobachtete) (?:eigenen? )?Wallet\b(?!-)/i,
    'die Node': /Knoten|\b(?:[Dd]en|[Dd]em|des|beim|vom|[Aa]m|einen|einem) (?:Lightning-)?Nodes?\b|\bein Node\b/,
    du: /[\p{L},;“] (?:Sie|Ihnen|Ihre?[mnrs]?)\b|\b(?:Geben|Wählen|Versuchen|Prüfen|Klicken|Tippen|Warten|Öffnen) Sie\b/u,
    App: /(?<!Nostr-)Erweiterung|Plugin/i,
    anmelden: /\b(?:einloggen|Login|Log-in|eingeloggt)\b/i,
    Benutzer: /\bNutzer/,
    'Bitcoin-Automat': /Bargeld-?Automat/i,
    entsperren: /\bKonto (?:wieder )?freigib|\bKonto freigeben/,
    gehalten: /zurückgehalten|zurückhalten/,
    Kurzlink: /\bkurzen? Links?\b/i,
    Mitteilung: /Benachrichtigung/,
    Protokoll: /Prüfprotokoll|Audit-Log|Protokoll der Node/,
    Signatur: /Unterschrift|unterschrieben/,
    Superuser: /Super-User|Hauptadministrator/,
    Wiederherstellungscode: /Notfallcode/,
    Zahlungslink: /Zahl-?Link/i,
    Zahlungsnachweis: /Zahlungsbe(?:leg|weis)|\bBeweis/,
    'zweiter Faktor': /zweites? Schloss|noch ein Schloss/i,
  },
  es: {
    anular: /\b[Rr]etirar la factura|factura está retirada/,
    billetera: /monedero|cartera/i,
    caducar: /\bvencid[ao]s?\b/i,
    'Cajero Bitcoin': /cajeros? de (?:efectivo|bitcoin)/i,
    'de prueba': /\bde juego\b/i,
    destinatario: /\breceptor|de quien cobra/i,
    dueño: /propietari[ao]|quien la posee/i,
    'en uso': /\b(?:cogid[ao]|coger)\b/i,
    app: /aplicaci(?:ón|ones)\b|extensi(?:ón|ones)\b(?! de Nostr)/i,
    'iniciar sesión':
      /\b(?:forma|formas|puede|puedes|podría|podrá|vuelve a|quieres|para|sin) entrar\b|\bEntrar?\b|acceso primero|último acceso|ingresar/i,
    'segundo factor': /candado|cerradura/i,
    tú: /\blo que indique\b|\busted(?:es)?\b|\b(?:Introduzca|Escriba|Elija|Inténtelo|Intente|Pulse|Haga|Compruebe|Seleccione|Espere)\b/i,
  },
  ar: {
    'إلغاء الفاتورة': /سحب(?:ت)? الفاتورة/,
    إنذار: /التنبيه/,
    'العامل الثاني': /قفل(?:ًا)? (?:إضافي|ثان|واحد)|القفل الثاني/,
    لايتنينغ: /Lightning|لايتننغ/,
    محفظة: /حقيبة|جزدان/,
    مدير: /مشرف/,
    'المستخدم الأعلى': /المدير الأعلى/,
    نقود: /مال تجريبي/,
    تطبيق: /امتداد|(?:هذه |^)الإضافة|إضافات|إضافة(?! Nostr)(?=.*(?:متجر|مثبت))/,
  },
}

/** Words of another meaning that look alike. */
const MEANT = new Set([
  'extensions/events/locales: Let in',
  // A state for programs.
  'extensions/invoices/locales: canceled',
  'extensions/invoices/locales: Overdue',
  'extensions/lndhub/owner/locales: noun.one',
])

describe.each(CODES)('%s', (language) => {
  test.each(Object.entries(WORDS[language] ?? {}))('says “%s”, and nothing else for it', (_word, others) => {
    const texts = textsIn(language)
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter(([place, text]) => others.test(text) && !MEANT.has(place))).toEqual([])
  })

  test('an app has the same name on its pages as in the list of apps', () => {
    const found: unknown[] = []
    for (const folder of FOLDERS.filter((each) => each.endsWith('/owner/locales'))) {
      const [english, own] = [read(`${folder}/en.json`), read(`${folder}/${language}.json`)]
      const names = ['app.name', 'noun.one'] as const
      for (const [text, translation] of Object.entries(read(`${dirname(dirname(folder))}/locales/${language}.json`))) {
        const name = names.find((each) => english[each] === text)
        if (name !== undefined && own[name] !== translation) found.push([folder, text, translation, own[name]])
      }
    }
    expect(found).toEqual([])
  })
})

test('the service has another name than client programs, in ar', () => {
  const [english, arabic] = [read('apps/web/locales/en.json'), read('apps/web/locales/ar.json')]
  const about = Object.keys(english).filter((key) => !/program/i.test(english[key]!))
  expect(about.length).toBeGreaterThan(1000)
  expect(about.map((key) => [key, arabic[key]]).filter(([, text]) => /برنامج/.test(text!))).toEqual([])
})

/** Fields in the answers of routes: the app shows those of lists. */
const answeredFields = BUILT_INS.flatMap(({ manifest, routes }) =>
  Object.entries(routes ?? {}).flatMap(([route, { reply, replyType }]) =>
    replyType === 'list'
      ? Object.entries(reply ?? {}).map(([name, field]) => ({ id: manifest.id, route, name, field }))
      : [],
  ),
)

test('a state in a list is one of several, so that it is translated into every language', () => {
  const raw = answeredFields.filter(
    ({ name, field }) => /^(?:state|status)$/.test(name) && field.type === 'text' && field.oneOf === undefined,
  )
  expect(answeredFields.length).toBeGreaterThan(100)
  expect(raw.map(({ id, route, name }) => [id, route, name])).toEqual([])
})

test.each(CODES)('an amount is not called a percentage, in %s', (language) => {
  const found = answeredFields.filter(({ id, route, name, field }) => {
    const words = read(`extensions/${id}/owner/locales/${language}.json`)
    const label = words[`${route.split('/').at(-1)}.${name}`] ?? words[`field.${name}`] ?? ''
    return (
      (field.type === 'money' || field.type === 'sat') && /percent|Prozent|por ciento|%|٪|بالمئة|المئوية/i.test(label)
    )
  })
  expect(found.map(({ id, route, name }) => [id, route, name])).toEqual([])
})
