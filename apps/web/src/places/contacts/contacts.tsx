import { Route, Switch } from 'wouter-preact'
import { ContactDetails } from './contact-details.tsx'
import { ContactList } from './contact-list.tsx'

/** People and shops that the person pays again and again. */
export function Contacts() {
  return (
    <Switch>
      <Route path="/contacts">
        <ContactList />
      </Route>
      <Route path="/contacts/:id">{({ id }) => <ContactDetails key={id} id={id} />}</Route>
    </Switch>
  )
}
