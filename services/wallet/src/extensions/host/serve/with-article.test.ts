import { expect, test } from 'vitest'
import { withArticle } from './with-article.ts'

test.each([
  ['a', ['till', 'pay link', 'user', 'unit', 'utility', 'euro', 'one-time code', 'house', 'UTXO', 'PIN']],
  [
    'an',
    ['invoice', 'event', 'overlay', 'item', 'order', 'uninstalled device', 'umbrella', 'hour', 'LNURL', 'NFC tag'],
  ],
])('nouns get the article %s', (article, nouns) => {
  expect(nouns.map(withArticle)).toEqual(nouns.map((noun) => `${article} ${noun}`))
})
