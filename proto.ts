import { readJudgedSet } from './bench/ranking/relevance/judged-set.ts';
import { qualityOf, relevanceOf } from './bench/ranking/relevance/metrics.ts';
import { textTerms } from './packages/engine/session/text/keywords.ts';
const sets = ['chorus_icecat','crowdflower'].map(n => ({n, set: readJudgedSet('/work/shared/data/relevance/'+n)}));
const cfg = { ...JSON.parse(process.argv[2] ?? '{}') };
const P = Object.assign({k1:1.2,bT:0.5,bA:0.5,bD:0.75,wT:3,wA:1,wD:1,cov:0,prox:0,pos:0,head:0,exact:0}, cfg);
for (const {n, set} of sets) {
  const cols = Object.keys(set.rows[0]).filter(c => c !== set.idColumn);
  const title = 'title';
  const desc = cols.filter(c => /desc/.test(c));
  const attrs = cols.filter(c => c !== title && !desc.includes(c) && set.rows.some(r => /\p{L}{2}/u.test(r[c])));
  const N = set.rows.length;
  const cache = new Map();
  const terms = (t) => { let x = cache.get(t); if (!x) { x = textTerms(t ?? '').map(s=>s.stem); if ((t??'').length < 60) cache.set(t, x);} return x; };
  const fields = set.rows.map(r => [terms(r[title]), attrs.flatMap(a => r[a] ? (/^(yes|no)$/i.test(r[a]) ? (/^yes$/i.test(r[a]) ? terms(a) : []) : terms(r[a])) : []), desc.flatMap(d => terms(r[d]))]);
  const avg = [0,1,2].map(f => fields.reduce((s,x)=>s+x[f].length,0)/N || 1);
  const w = [P.wT,P.wA,P.wD], b=[P.bT,P.bA,P.bD];
  const post = new Map();
  fields.forEach((fs, i) => { const c = new Map(); fs.forEach((ws,f)=>ws.forEach(t=>{ const e=c.get(t)??[0,0,0]; e[f]++; c.set(t,e);})); for (const [t,e] of c) { let tf=0; for (let f=0;f<3;f++) if (e[f]) tf += w[f]*e[f]/(1-b[f]+b[f]*fs[f].length/avg[f]); let l=post.get(t); if(!l) post.set(t,l=[]); l.push([i,tf,e]); } });
  const { stem } = await import('./packages/engine/session/text/stemming.ts');
  const PREP = /^(for|with|and|in|of|by|from|to|w|without|on|at|a|the|class)$/;
  const modCols = attrs.filter(a=>/colou?r|material|original/.test(a)); const ownOf=(r)=>new Set(modCols.flatMap(a=>r[a]?terms(r[a]):[]).concat(P.col? ['black','white','silver','gray','grey','blue','red','green','gold','pink','purpl','brown','beig','yellow','orang'] : []));
 const headsOf = (title, own) => { const heads = new Map(); const segs = title.toLowerCase().replace(/\([^)]*\)/g, ' , ').split(/[,;:\[\]|\u2013\u2014\u00b7]|\s[-\/]\s/); let prep=false; segs.forEach((seg, si) => { const toks = seg.split(/[\s\/-]+/).map(t=>t.replace(/[^\p{L}\p{N}]/gu,'')).filter(Boolean); let after=false; toks.forEach((t,k)=>{ if (PREP.test(t)) { after = true; return; } const next = toks[k+1]; const end = next===undefined || /\d/.test(next) || PREP.test(next) || next.length===1 || own.has(stem(next)); const st=stem(t); const v = /\d/.test(t) ? 0 : (end ? 1 : 0) * (after ? 0.3 : 1) * (si===0 ? 1 : 0.5); heads.set(st, Math.max(heads.get(st) ?? 0, v)); }); }); return heads; };
  const H = set.rows.map(r => headsOf(r.title ?? '', ownOf(r)));
  const queryHead = (text) => { const toks = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean); let last; for (const t of toks) { if (PREP.test(t) && last) break; if (!/\d/.test(t) && !PREP.test(t)) last=t; } return last ? stem(last) : undefined; };
  const out=[], times=[], per=[];
  for (const q of set.queries) {
    const qt = [...new Set(textTerms(q.text).map(s=>s.stem))];
    const idf = qt.map(t => { const df=(post.get(t)??[]).length; return Math.log(1+(N-df+0.5)/(df+0.5)); });
    const sum = idf.reduce((a,x,i)=>a+(post.has(qt[i])?x:0),0)||1;
    const S = new Map(), C=new Map(), CT=new Map();
    qt.forEach((t,i)=>{ for (const [d,tf,e] of post.get(t)??[]) { S.set(d,(S.get(d)??0)+idf[i]*tf*(P.k1+1)/(tf+P.k1)); C.set(d,(C.get(d)??0)+idf[i]/sum); if (e[0]) CT.set(d,(CT.get(d)??0)+idf[i]/sum);} });
    
    if (P.join) { const tt = textTerms(q.text).map(x=>x.stem); const ww = textTerms(q.text).map(x=>x.word); for (let k=0;k+1<tt.length;k++) { const j = stem(ww[k]+ww[k+1]); const l = post.get(j); if (l && l.length>1) { const i1=qt.indexOf(tt[k]), i2=qt.indexOf(tt[k+1]); const ij=Math.log(1+(N-l.length+0.5)/(l.length+0.5)); for (const [d,tf,e] of l) { const alt=ij*tf*(P.k1+1)/(tf+P.k1)*P.join; const share=((post.has(tt[k])?idf[i1]:0)+(post.has(tt[k+1])?idf[i2]:0))/sum; if (alt > (S.get(d)??0)*0.5) { S.set(d,(S.get(d)??0)+alt); C.set(d,Math.min(1,(C.get(d)??0)+share)); if (e[0]) CT.set(d,Math.min(1,(CT.get(d)??0)+share)); } } } } }
    const ranked=[]; const qh = queryHead(q.text);
    for (const [d,s] of S) {
      let score=s*Math.pow(C.get(d),P.cov)*(1+ (P.tcov||0)*(CT.get(d)??0));
      const T=fields[d][0];
      if (P.prox && qt.length>1) { let adj=0; for (let k=0;k+1<qt.length;k++){ for (let j=0;j+1<T.length;j++) if (T[j]===qt[k]&&T[j+1]===qt[k+1]){adj++;break;} } score*=1+P.prox*adj/(qt.length-1); }
      if (P.prox1 && qt.length>1) { let adj=0; for (let k=0;k+1<qt.length;k++){ const a=T.indexOf(qt[k]); const b=T.indexOf(qt[k+1]); if(a>=0&&b>=0) adj+=1/Math.abs(a-b||1);} score*=1+P.prox1*adj/(qt.length-1); }
      if (P.pos) { const p=T.indexOf(qt[qt.length-1]); if (p>=0) score*=1+P.pos/(1+p); }
      if (P.posr) { const p=T.lastIndexOf(qt[qt.length-1]); if (p>=0) score*=1+P.posr/(T.length-p); }
      if (P.hda) { let h=0; qt.forEach((t,i)=>{ if(post.has(t)) h+=(H[d].get(t)??0)*idf[i]/sum; }); score*=1+P.hda*h; }
 if (P.hdm) { let h=0; qt.forEach((t,i)=>{ h=Math.max(h,(H[d].get(t)??0)); }); score*=1+P.hdm*h; }
 if (P.hd && qh) score *= 1 + P.hd * (H[d].get(qh) ?? 0);
      ranked.push([d,score]);
    }
    ranked.sort((a,c)=>c[1]-a[1]||a[0]-c[0]);
    if (P.q && q.text===P.q) { for (const [d,s] of ranked.slice(0,12)) console.log("  ", q.grades.get(set.rows[d][set.idColumn]) ?? "-", s.toFixed(1), set.rows[d].title, "|", set.rows[d]["product type"] ?? "", set.rows[d]["type"] ?? ""); console.log("  -- relevant:"); for (const [id,g] of [...q.grades].sort((a,b)=>b[1]-a[1]).slice(0,8)) { const d=set.rows.findIndex(r=>r[set.idColumn]===id); console.log("  ", g, ranked.findIndex(x=>x[0]===d), set.rows[d].title,"|", set.rows[d]["product type"] ?? "", set.rows[d]["type"] ?? ""); } }
    const ql=qualityOf(q, ranked.slice(0,100).map(([d])=>set.rows[d][set.idColumn])); out.push(ql); times.push(0); per.push([q.text,ql.ndcg]);
  }
  const r=relevanceOf(out,times); console.log(n.padEnd(16), r.ndcg.toFixed(4), r.condensed.toFixed(4), r.mrr.toFixed(3), r.nothing.toFixed(3));
  if (P.show) for (const [t,v] of per.sort((a,b)=>a[1]-b[1]).slice(0,P.show)) console.log('   ',v.toFixed(2),t);
}
