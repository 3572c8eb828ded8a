import { useContext } from 'react'
import { useMatches } from 'react-router'
import { ASKED } from '../account/asked.ts'
import { KEY } from '../account/stored.ts'
import { Nonce } from '../nonce.ts'

/** A screen may name, in its `handle`, what it will ask first: it is asked before its script has arrived. */
export interface OwnerHandle {
  asks?: string[]
}

// What cannot be had now is asked again by whoever needs it.
const asking = (paths: string[]) =>
  `try{var s=JSON.parse(sessionStorage.getItem('${KEY}')||localStorage.getItem('${KEY}')),a=window.${ASKED}={};if(s)${JSON.stringify(paths)}.forEach(function(p){var k=s.token+p,no=function(){delete a[k]};(a[k]=fetch(p,{headers:{accept:'application/json',authorization:'Bearer '+s.token}})).then(function(r){r.ok||no()},no)})}catch(e){}`

/** Whether the session counts, and what the screen shows first, are asked while the script is still on its way. */
export function EarlyQuestions() {
  const nonce = useContext(Nonce)
  const own = (useMatches().at(-1)?.handle as OwnerHandle | undefined)?.asks ?? []
  const __html = asking(['/api/auth/verify', ...own])
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}
