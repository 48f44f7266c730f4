import { Route, Switch } from 'wouter-preact'
import { ContactDetails } from './contact-details.tsx'
import { ContactList } from './contact-list.tsx'

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
