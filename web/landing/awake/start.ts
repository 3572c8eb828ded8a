import { wake } from './wake.ts'

wake(document)
