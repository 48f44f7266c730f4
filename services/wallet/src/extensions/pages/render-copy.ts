import { type Html, html } from '@satchel/page/html'
import type { Speech } from './speak.ts'

/** A text to take along. Without JavaScript it can still be selected. */
export const renderCopy = (value: string, label: string, on: Speech): Html =>
  html`<div class="copy"><input readonly value="${value}" aria-label="${label}" spellcheck="false" data-part="text"><button type="button" class="js" data-copy>${on.say('Copy')}</button></div>`
