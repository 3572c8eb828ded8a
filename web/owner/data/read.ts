import { ownerApi } from '../../account/session.ts'
import { reader } from '../../ui/query.ts'

/** A GET on the owner's behalf as a query; `pick` selects the cached part of the answer. */
export const read = reader(ownerApi)
