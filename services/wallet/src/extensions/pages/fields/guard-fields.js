// Fields that take whom to pay, or a public key: a secret that is typed or pasted there is neither kept nor sent. Loaded
// only by pages with such a field.

import { secretKind } from './secret-kind.js'

function guard(field) {
  const sentence = JSON.parse(field.dataset.guard)[secretKind(field.value)]
  if (sentence === undefined) return
  field.value = ''
  field.setAttribute('aria-invalid', 'true')
  const trouble = field.closest('.field').querySelector('.trouble')
  trouble.textContent = sentence
  trouble.hidden = false
}

// After the form, which calls nothing wrong that is being mended.
document.addEventListener('input', ({ target }) => {
  if (target.dataset?.guard !== undefined) guard(target)
})
for (const field of document.querySelectorAll('[data-guard]')) guard(field)
