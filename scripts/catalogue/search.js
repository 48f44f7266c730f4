// The search of the list of extensions. Without scripts the whole list is shown, and no search.
const field = document.querySelector('#search')
const none = document.querySelector('#none')
const rows = [...document.querySelectorAll('.extensions li')]
const textOf = (/** @type {Element} */ row) => (row.textContent ?? '').toLocaleLowerCase()

if (field instanceof HTMLInputElement && none instanceof HTMLElement) {
  document.documentElement.classList.add('live')
  const search = () => {
    const words = field.value.toLocaleLowerCase().split(/\s+/)
    for (const row of rows) row.hidden = !words.every((word) => textOf(row).includes(word))
    none.textContent = rows.every((row) => row.hidden) ? (none.dataset.text ?? '') : ''
  }
  field.addEventListener('input', search)
  field.form?.addEventListener('submit', (event) => event.preventDefault())
  // A browser that goes back fills in what was searched for.
  search()
}
