import { expect, test } from 'vitest'
import { shipped } from './source-files.ts'

/** The author of the text that each of these parses without the limits of `packages/json`. */
const OWN_TEXTS: readonly (readonly [writer: string, files: readonly RegExp[]])[] = [
  ['the reader itself', [/^packages\/json\/src\/parse-json\.ts$/, /^packages\/http\/src\/requests\/json-body\.ts$/]],
  [
    'this service, in its rows',
    [
      /^services\/wallet\/src\/.+-store\.ts$/,
      /^services\/wallet\/src\/extensions\/host\/(jobs|relays|run|stores|sockets)\/(pay-intents|run-jobs|publish-job|own-relay|payment-view|run-payouts|answer-once|stored-row|field-values|live-connection)\.ts$/,
      /^services\/wallet\/src\/extensions\/system\/(stores\/instance-commands|installing\/(govern-extension|present-extensions)|catalogue\/merge-catalogues)\.ts$/,
      /^services\/wallet\/src\/(admin\/settings\/reseal-secrets|admin\/node\/stored-node|notifications\/webhook-secrets|notifications\/push\/deliver-messages|import-lnbits\/staged)\.ts$/,
      /^services\/wallet\/src\/payments\/(limits\/spend-limits|answers\/payment-json|states\/(past-payment|payment-note)|routes\/payment\.routes|lnurl\/lnurl-extra)\.ts$/,
      /^packages\/lightning\/src\/(backends\/(ldk-server\/hold-claims|opennode\/pay-once|strike\/payment-note|nwc\/pay-once)|simulated\/journal\/journal)\.ts$/,
    ],
  ],
  [
    'this service, in answers of its own routes and in what it has sealed',
    [
      /^extensions\/tpos\/collect-card\.ts$/,
      /^services\/wallet\/src\/lnurl\/fetch-answer\.ts$/,
      /^services\/wallet\/src\/lnbits\/live\.routes\.ts$/,
      /^services\/wallet\/src\/extensions\/pages\/(plain-form(\.routes)?|speak)\.ts$/,
      /^services\/wallet\/src\/extensions\/host\/packages\/(describe-package|package-manual)\.ts$/,
      /^services\/wallet\/src\/admin\/backup\/download-link\.ts$/,
      /^packages\/(http\/src\/docs\/api-pages|extension-sdk\/src\/(shown-offer|package\/code-description))\.ts$/,
    ],
  ],
  [
    'this service, in its files',
    [
      /^services\/wallet\/src\/extensions\/system\/catalogue\/catalogue-cache\.ts$/,
      /^services\/price-aggregator\/src\/page\/page-speech\.ts$/,
      /^packages\/(extension-sdk\/src\/read-translations|http\/src\/source-stack)\.ts$/,
    ],
  ],
  [
    'the operator',
    [
      /^services\/wallet\/src\/config\/(rates|extensions)\.ts$/,
      /^services\/price-aggregator\/src\/(config|price-files|exchanges\/exchange-file)\.ts$/,
      /^packages\/lightning\/src\/(adapter-parts\/jwt-ends-at|simulated\/control\/control-server)\.ts$/,
    ],
  ],
  [
    'an exchange: its tickers are one object with thousands of keys, of which named ones are read',
    [/\/fetch-json\.ts$/],
  ],
  [
    'the sandbox: its guest side has checked the texts of packages',
    [/^packages\/sandbox\/src\/(frames|guest\/(guest-port|natives))\.ts$/],
  ],
  [
    'the service, for a program or a page',
    [/^packages\/client\/src\/create-client\.ts$/, /^extensions\/copilot\/overlay-files\.ts$/],
  ],
]

/** Scripts of browsers and of the guest read text of the service; worlds and mocks are for tests. */
const IS_ASIDE = /\.js$|^apps\/|^(services|packages)\/[^/]+\/(world|mock|campaigns|test)\//

test('external JSON is read by the one reader, with its limits of depth and keys', () => {
  const parsing = shipped.filter(({ path, text }) => !IS_ASIDE.test(path) && text.includes('JSON.parse('))
  const listed = OWN_TEXTS.flatMap(([, files]) => files)
  expect(parsing.map(({ path }) => path).filter((path) => !listed.some((file) => file.test(path)))).toEqual([])
  expect(listed.filter((file) => !parsing.some(({ path }) => file.test(path)))).toEqual([])
})
