import { organization } from '../../api/sign-in.ts';
import { Snippet } from '../../parts/controls/copy-button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import './keys.css';

const organizationId = (): string => organization.value?.id ?? 'org_…';

/** The tags that make a shop's page rank its products, as in the quick start. */
export const pageSnippet = (
  key: string,
): string => `<script>{let e,t,s=new Promise(t=>e=t),i=self.Decidable||=[];i.init||(addEventListener("error",t=>"decidable"==t.target.id&&e("network"),!0),"suggest rankedCatalog rerank search getSession captureAutoSignals flushExposures init event track setConsent exposure dwell reset otherSignal priceFilter attributeFilter observe getSessionId".split(" ").map((r,a)=>i[r]=(i,n,l)=>{let o,u,c,d=[i,i?.fallbackItems,[]].find(Array.isArray).slice(0,(n||i)?.limit),g=a<17?{}:()=>{u=1,o?.()};return Decidable.push(e=>{u||(o=e[r](i,n,l),c?o.then(c):Object.assign(g,o))}),o??(a>17?null:a>9?g:new Promise(r=>{c=r,t||=setTimeout(e,0<i?.timeout%1e5?i.timeout%1e5:800,"timeout"),s.then(e=>{u=a<5,r({items:d,personas:[],reason:e,suggestions:[],results:d,fallback:!0})})}))}))}</script>
<script id="decidable" src="${location.origin}/sdk/v0/decidable.js" async></script>
<script type="module">
  Decidable.init({ apiKey: '${key}', organizationId: '${organizationId()}' });
  await Decidable.track([{ type: 'category_view', value: 'headphones' }]);
  const shown = [...document.querySelectorAll('[data-id]')];
  const answer = await Decidable.search(shown.map((element) => ({ id: element.dataset.id })));
  if (!answer.fallback) {
    for (const { id, rank } of answer.results) {
      const element = shown.find((candidate) => candidate.dataset.id === id);
      element.parentNode.append(element);
      Decidable.observe(element, answer.decisionId, { id, position: rank });
    }
  }
</script>`;

/** A ranking of the whole catalogue from a terminal. */
export const serverSnippet = (key: string): string => `curl ${location.origin}/api/v1/catalog/ranked \\
  -H 'content-type: application/json' -H 'x-api-key: ${key}' \\
  -d '{"organizationId":"${organizationId()}","sessionId":"visitor-1","limit":5}'`;

/** What to paste where. */
export function Install() {
  return (
    <Card
      title="Put it into your shop"
      about={
        <>
          Replace the key by yours, and <code>headphones</code> by the category of the page. The organization
          is <code>{organizationId()}</code>. The <a href="/docs/quick-start">quick start</a> explains each
          line.
        </>
      }
    >
      <Snippet text={pageSnippet('pk_live_…')} what="the script" />
    </Card>
  );
}
