import { addDays } from '#domain/dates.ts'
import type { Params } from 'react-router'
import { PRELOADED } from '../../account/preload.ts'
import { KEY } from '../../account/stored.ts'
import { askedBy } from '../../ui/query.ts'
import { plainScript } from '../faces.ts'
import { GREETINGS } from '../parts/greeting.ts'
import type { Days } from './days.ts'
import type { ScreenQueries } from './loader.ts'

/** What is known of a screen before its script has loaded: on a slow phone, more than a second earlier. */
export interface OwnerHandle {
  /** The screen's first queries. @param search the query of the screen's address @param params what its path names */
  preload?: (days: Days, search: URLSearchParams, params: Params) => ReturnType<ScreenQueries>
  /** The screen's title. */
  title?: string
  /** Whether the title stands in the bar on phones, where the screen itself has no room for it. */
  inBar?: boolean
  /** Whether it has a greeting instead of a title. */
  greets?: boolean
}

// The server does not know the business's present date: these placeholders are replaced in the browser. They
// are valid dates themselves, so that other dates can be computed from them.
const DAYS = { today: '1970-01-01', tomorrow: '1970-01-02', monday: '1970-02-02' }
const SUNDAY = addDays(DAYS.monday, 6)

const VERIFY = '/api/auth/verify'
const STORED = `JSON.parse(sessionStorage.getItem('${KEY}')||localStorage.getItem('${KEY}'))`

/**
 * A script that requests the session's check and the first data while everything else is still loading. It
 * precedes the styles, which would delay it. Once the session is confirmed, the shell is shown. If a request
 * fails, only that of the session is repeated.
 */
export function preloadScript(handles: OwnerHandle[], search: URLSearchParams, params: Params): string {
  const own = handles.flatMap(({ preload }) => preload?.(DAYS, search, params) ?? [])
  const paths = JSON.stringify(own.map(({ queryKey }) => askedBy(queryKey)))
  return `${plainScript}
try{
var s=${STORED},a=window.${PRELOADED}={};
if(s){
var ask=function(p,priority){return a[s.token+p]=fetch(p,{priority:priority,headers:{accept:'application/json',authorization:'Bearer '+s.token}})},
no=function(){delete a[s.token+'${VERIFY}']};
ask('${VERIFY}','high').then(function(r){if(r.ok)document.documentElement.dataset.owner='';else no()},no);
var t=Date.parse(new Intl.DateTimeFormat('sv-SE',{timeZone:s.business.timezone}).format(Date.now())),
w=(new Date(t).getUTCDay()+6)%7,d=function(n){return new Date(t+n*864e5).toISOString().slice(0,10)};
if(!s.business.access||s.business.access.role==='owner')${paths}.forEach(function(p){
ask(p.replace('${DAYS.today}',d(0)).replace('${DAYS.tomorrow}',d(1)).replace('${DAYS.monday}',d(-w)).replace('${SUNDAY}',d(6-w))).catch(function(){})})}
}catch(e){}`
}

/** A script that shows the greeting that the dashboard will have. */
export const greetingScript = `try{
var s=${STORED},e=document.querySelector('#shell [data-greets]');
if(s&&e){
var h=new Intl.DateTimeFormat('en',{hour:'numeric',hourCycle:'h23',timeZone:s.business.timezone}).format(Date.now());
e.textContent=${JSON.stringify(GREETINGS)}.find(function(g){return h<g[0]})[1]+', '+s.business.business_name}
}catch(e){}`
