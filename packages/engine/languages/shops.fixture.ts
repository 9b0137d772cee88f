import type { Language } from './language-pack.ts';

/** Small shops in several languages, one line a product, each with a search in other inflections of its words. */
const LINES: Readonly<Partial<Record<Language, string>>> = {
  deu: `
Grüner Wollmantel für Damen|Ein warmer Mantel aus weicher Wolle mit großem Kragen.|grüne wollmäntel
Rote Lederschuhe für Herren|Diese Schuhe sind aus glattem Leder und halten lange.|roter lederschuh
Schwarze Umhängetasche aus Leder|Die Tasche hat zwei Fächer und einen langen Riemen.|schwarzes leder tasche
Blaues Sommerkleid mit Blumen|Das Kleid ist luftig und leicht zu waschen.|blaue sommerkleider
Weißer Teller aus Porzellan|Der Teller ist für die Spülmaschine geeignet.|weiße teller
Bequeme Laufschuhe für lange Strecken|Mit einer Sohle, die jeden Schritt dämpft.|bequemer laufschuh
Kleine Stehlampe aus Messing|Die Lampe steht fest und ist für das Wohnzimmer gedacht.|kleines messing lampe
Runder Teppich aus Baumwolle|Ein Teppich für das Kinderzimmer, der nicht rutscht.|rund teppiche
Graue Wollsocken im Doppelpack|Die Socken sind dick und für den Winter gemacht.|grauer wollsocke
Gestreiftes Hemd für Herren|Das Hemd ist aus Leinen und mit einer Tasche.|gestreifte hemden
Hölzerner Stuhl für die Küche|Der Stuhl ist aus Buche und mit Öl behandelt.|hölzerne stühle
Gelbe Regenjacke für Kinder|Die Jacke ist dicht und hat eine Kapuze.|gelber regenjacken
Leichter Rucksack für Wanderungen|Mit einem Fach für die Flasche und breiten Gurten.|leichte rucksäcke wanderung
Silberne Ohrringe mit Perlen|Die Ohrringe sind von Hand gemacht und in einer Schachtel.|silberner ohrring perle
Warme Handschuhe aus Fleece|Die Handschuhe sind für kalte Tage und für das Telefon.|warmer handschuh
Großes Kissen für das Sofa|Das Kissen ist mit Federn gefüllt und hat einen Bezug.|große kissens
Dunkle Schokolade mit Nüssen|Die Schokolade ist aus der Schweiz und mit Haselnuss.|dunkler schokoladen nuss
Elektrischer Wasserkocher aus Edelstahl|Der Kocher ist in zwei Minuten heiß.|elektrische wasserkochern
Faltbares Fahrrad für die Stadt|Das Rad passt in den Zug und unter den Tisch.|faltbare fahrräder
Bunte Tassen aus Keramik|Jede Tasse ist von Hand bemalt und hat ihr Muster.|bunter keramik tasse
Eleganter Anzug für Feste|Der Anzug ist schmal und aus feiner Wolle.|elegante anzüge fest
Kurze Hosen aus Jeans|Die Hose ist für den Sommer und mit fünf Taschen.|kurzer hose jeans
Hoher Spiegel mit Rahmen|Der Spiegel steht oder hängt an der Wand.|hohe spiegeln rahmen
Frische Kräuter im Topf|Mit Basilikum und Thymian für die Küche.|frisches kraut topf
Braune Stiefel mit Futter|Die Stiefel sind aus Leder und für den Schnee.|brauner stiefel
Rosa Bademantel für Mädchen|Der Mantel ist aus Frottee und hat einen Gürtel.|bademäntel mädchen
Feiner Schal aus Seide|Der Schal ist mit einem Muster und sehr leicht.|feine schals seide
Stabile Leiter aus Aluminium|Die Leiter hat fünf Stufen und ist nicht schwer.|stabiler leitern
Alter Schrank aus Eiche|Der Schrank ist aus einem Bauernhaus und hat zwei Türen.|alte schränke tür
Moderne Sessel mit Armlehne|Der Sessel ist mit Stoff bezogen und dreht sich.|moderner sessel armlehnen
Scharfes Messer für Gemüse|Das Messer liegt gut in der Hand und ist aus Stahl.|scharfe messern
Weiche Decke aus Wolle|Die Decke ist für das Bett oder das Sofa.|weicher decken
Goldene Kette mit Anhänger|Die Kette ist fein und der Anhänger ein Herz.|goldener ketten
Schmales Regal für Bücher|Das Regal passt in jede Ecke und ist aus Holz.|schmale regale buch
Praktische Dosen mit Deckel|Die Dosen sind für Reis und Mehl und sind dicht.|praktischer dose
Neuer Koffer mit Rollen|Der Koffer ist leicht und hat ein Schloss.|neue koffern rolle
Süßer Honig aus der Region|Der Honig ist von einem Imker und im Glas.|süße honige
Spannender Roman über das Meer|Ein Buch für den Urlaub und für lange Abende.|spannende romane
Lustiges Spiel für Kinder|Das Spiel ist für vier Kinder und ab sechs.|lustige spiele kind
Breiter Gürtel mit Schnalle|Der Gürtel ist aus Leder und hat fünf Löcher.|breite gürteln
Violette Bluse mit Rüschen|Die Bluse ist aus Viskose und fällt weich.|violetter blusen
Trockene Rotweine aus Spanien|Der Wein ist aus Rioja und passt zu Käse.|trockener rotwein
Runde Brille mit Etui|Die Brille ist leicht und mit einem Etui.|runder brillen
Gepunkteter Schirm für den Regen|Der Schirm ist klein und öffnet von selbst.|gepunktete schirme
Kleiner Wecker ohne Batterie|Der Wecker ist aus Blech und tickt nicht.|kleine wecker
Flache Sandalen für den Strand|Die Sandalen sind aus Kork und mit Riemen.|flacher sandale
Dicker Pullover aus Alpaka|Der Pullover ist warm und nicht zu schwer.|dicke pullovern
Ovaler Tisch mit Platte|Der Tisch ist für sechs Stühle und aus Nuss.|ovale tische
Bestickte Kissenbezüge aus Leinen|Der Bezug ist mit Blumen und hat einen Knopf.|bestickter kissenbezug
Matte Gläser für Wasser|Das Glas ist für den Tisch im Garten.|mattes glas
Schnurlose Lautsprecher für Partys|Der Lautsprecher ist laut und mit Akku.|schnurloser lautsprechers
Gefütterte Mützen mit Bommel|Die Mütze ist aus Wolle und für Kinder.|gefütterter mütze
Kariertes Tuch für die Küche|Das Tuch ist aus Leinen und sehr dünn.|karierte tücher
Duftende Kerze im Glas|Die Kerze ist aus Wachs und brennt lange.|duftender kerzen
Gerade Jeans mit Knöpfen|Die Jeans ist aus fester Baumwolle und nicht eng.|gerader jeans knopf
Runde Pfanne aus Gusseisen|Die Pfanne ist für jeden Herd und wird sehr heiß.|runder pfannen
Glänzende Vase für Blumen|Die Vase ist aus Glas und steht gut.|glänzender vasen
Robuste Kamera für Reisen|Die Kamera ist dicht und passt in die Tasche.|robuster kameras reise
Türkise Badehose für Jungen|Die Hose ist schnell trocken und mit Band.|türkiser badehosen
Grüne Gartenschere mit Griff|Die Schere ist aus Stahl und für dicke Zweige.|gruene gartenscheren`,
  fra: `
Manteau vert en laine pour femme|Un manteau chaud avec un grand col et des poches.|manteaux verts laines
Chaussures rouges en cuir|Ces chaussures sont souples et faites pour la ville.|chaussure rouge
Robe brodée de coton|La robe est légère et se porte avec une ceinture.|robes brodees
Sac à dos noir pour le lycée|Le sac a deux poches et des bretelles larges.|sacs noirs
Chemises blanches pour homme|La chemise est en lin et ne se froisse pas.|chemise blanche
Lampe dorée pour le salon|La lampe est en métal et donne une lumière douce.|lampes dorées
Tapis rond en jute|Le tapis est fait à la main et sans colle.|tapis ronds
Bottes d'hiver pour enfant|Les bottes sont chaudes et avec une semelle épaisse.|botte hiver enfants
Coussin carré en velours|Le coussin est avec une housse à fermeture.|coussins carrés
Assiettes plates en porcelaine|L'assiette passe au four et dans la machine.|assiette plate
Veste imperméable pour la pluie|La veste est avec une capuche et des poches.|vestes imperméables
Collier en argent avec pendentif|Le collier est fin et dans une boîte.|colliers argents
Pantalon plissé pour femme|Le pantalon est ample et de couleur unie.|pantalons plissés
Montre automatique pour homme|La montre est avec un bracelet en cuir.|montres automatiques
Chapeaux de paille pour la plage|Le chapeau est large et se plie dans la valise.|chapeau paille
Table basse en chêne|La table est avec un tiroir et sans vis.|tables basses
Rideaux gris pour la chambre|Le rideau est épais et garde la nuit.|rideau gris
Chaises pliantes pour le jardin|La chaise est en bois et tient dans un placard.|chaise pliante
Gants tricotés en mérinos|Les gants sont doux et avec un bord long.|gant tricoté
Jupe longue à fleurs|La jupe est en viscose et avec un élastique.|jupes longues
Bijoux dorés pour le mariage|Le bijou est fait à la main dans un atelier.|bijou dore
Cafetière italienne en acier|La cafetière est pour six tasses et tous les feux.|cafetières italiennes
Couteau pointu pour la viande|Le couteau est en acier et avec un manche en bois.|couteaux pointus
Écharpe rayée en cachemire|L'écharpe est douce et pour les jours froids.|écharpes rayées
Vélo pliable pour la ville|Le vélo est léger et avec trois vitesses.|vélos pliables
Poupée habillée en chiffon|La poupée est avec une robe et un chapeau.|poupées habillées
Bougies parfumées à la vanille|La bougie est de cire et dure des heures.|bougie parfumée
Maillot bleu pour la piscine|Le maillot sèche vite et tient bien.|maillots bleus
Ceinture tressée en cuir|La ceinture est avec une boucle en laiton.|ceintures tressées
Verres anciens pour le vin|Le verre est soufflé à la bouche.|verre ancien
Pull marin pour garçon|Le pull est en laine avec des boutons.|pulls marins garçons
Sandales ouvertes pour l'été|La sandale est en cuir et avec une boucle.|sandale ouverte
Valise rigide à roulettes|La valise est légère et avec un code.|valises rigides
Nappe imprimée pour la fête|La nappe est en coton et se lave bien.|nappes imprimées
Oreiller ferme pour le dos|L'oreiller est de plumes et avec une housse.|oreillers fermes
Miroir doré pour l'entrée|Le miroir est rond et avec un cadre fin.|miroirs dorés
Bonnet tricoté pour bébé|Le bonnet est en coton et sans couture.|bonnets tricotés
Fauteuil gris pour le bureau|Le fauteuil tourne et avec des bras.|fauteuils gris
Parfum léger pour femme|Le parfum est de fleurs et dans un flacon.|parfums légers
Thés noirs de Chine|Le thé est dans une boîte avec une cuillère.|thé noir
Jouets colorés pour bébé|Le jouet est en bois et sans peinture dure.|jouet coloré
Étagère haute pour les livres|L'étagère est en pin et avec cinq planches.|étagères hautes livre
Poêle ronde en fonte|La poêle est pour tous les feux et dure.|poêles rondes
Gilet cintré pour homme|Le gilet est en laine avec cinq boutons.|gilets cintrés
Baskets blanches pour femme|La basket est en toile et avec des lacets.|basket blanche
Boucles discrètes en or|La boucle est petite et pour tous les jours.|boucle discrète
Plaid tissé en mohair|Le plaid est chaud et avec des franges.|plaids tissés
Tasses émaillées pour le café|La tasse est en métal et pour le feu de camp.|tasse émaillée
Culottes courtes de bain|La culotte est pour la mer et avec un cordon.|culotte courte
Carnet relié en cuir|Le carnet est avec des pages sans lignes.|carnets reliés
Parapluie pliant pour la poche|Le parapluie est petit et avec une housse.|parapluies pliants
Vase peint à la main|Le vase est en grès et avec un col étroit.|vases peints
Blouse ajustée en soie|La blouse est avec un nœud et des manches.|blouses ajustées
Tablier noué pour la cuisine|Le tablier est en lin avec une poche.|tabliers noués
Housse matelassée pour le lit|La housse est douce et avec des coins.|housses matelassées
Lunettes fumées pour le soleil|Les lunettes sont avec un étui en cuir.|lunette fumée
Jeu amusant pour la famille|Le jeu est pour quatre et avec des cartes.|jeux amusants
Chocolat amer de Belgique|Le chocolat est avec des noix et sans lait.|chocolats amers
Panier ovale en osier|Le panier est avec deux anses et pour le pain.|paniers ovales
Pyjama doublé pour fille|Le pyjama est en flanelle et avec un col.|pyjamas doublés filles`,
  spa: `
Zapatos rojos para mujer|Los zapatos son de piel y con una suela blanda.|zapato rojo
Camisa blanca de lino|La camisa es para el verano y sin arrugas.|camisas blancas
Bolso negro con cremallera|El bolso es de piel y con dos bolsillos.|bolsos negros
Pantalones largos para hombre|El pantalón es de algodón y con cinturón.|pantalon largo
Vestido estampado con flores|El vestido es ligero y para la playa.|vestidos estampados
Lámpara dorada para el salón|La lámpara es de metal y con luz cálida.|lamparas doradas
Cojines verdes de terciopelo|El cojín es blando y con una funda.|cojin verde
Sillón azul para leer|El sillón es de tela y con brazos.|sillones azules
Abrigo largo de lana|El abrigo es para el invierno y con botones.|abrigos largos
Botas marrones con cordones|La bota es de cuero y para la montaña.|bota marron
Taza pintada a mano|La taza es de barro y con un asa.|tazas pintadas
Alfombra redonda de yute|La alfombra es para el salón y sin pelo.|alfombras redondas
Calcetines gruesos para niños|El calcetín es de lana y con dibujo.|calcetin grueso niño
Cuchillo afilado para el pan|El cuchillo es de acero y con mango.|cuchillos afilados
Manta suave para el sofá|La manta es de algodón y con flecos.|mantas suaves
Reloj plateado para hombre|El reloj es de acero y con fecha.|relojes plateados
Falda plisada para niña|La falda es con elástico y para el cole.|faldas plisadas niñas
Gorro tejido de lana|El gorro es para el frío y con pompón.|gorros tejidos
Mochila ligera para el viaje|La mochila es con ruedas y sin peso.|mochilas ligeras
Sandalias planas de corcho|La sandalia es para el verano y con hebilla.|sandalia plana`,
  ita: `
Scarpe rosse da donna|Le scarpe sono di pelle e con la suola morbida.|scarpa rossa
Camicia bianca di lino|La camicia è per l'estate e con i bottoni.|camicie bianche
Borsa nera con tracolla|La borsa è di pelle e con due tasche.|borse nere
Maglione verde da uomo|Il maglione è di lana e con il collo alto.|maglioni verdi
Vestito lungo con fiori|Il vestito è leggero e per la spiaggia.|vestiti lunghi
Lampada dorata per il salotto|La lampada è di metallo e con luce calda.|lampade dorate
Cuscini quadrati di velluto|Il cuscino è morbido e con la fodera.|cuscino quadrato
Poltrona blu per leggere|La poltrona è di stoffa e con i braccioli.|poltrone blu
Cappotto grigio di lana|Il cappotto è per l'inverno e con la cintura.|cappotti grigi
Stivali marroni con lacci|Lo stivale è di cuoio e per la montagna.|stivale marrone
Tazza dipinta a mano|La tazza è di terra e con il manico.|tazze dipinte
Tappeto rotondo di iuta|Il tappeto è per la sala e senza pelo.|tappeti rotondi
Calze spesse per bambini|La calza è di lana e con il disegno.|calza spessa bambino
Coltello affilato per il pane|Il coltello è di acciaio e con il manico.|coltelli affilati
Coperta morbida per il divano|La coperta è di cotone e con le frange.|coperte morbide
Orologio argentato da uomo|L'orologio è di acciaio e con la data.|orologi argentati
Gonna plissettata da bambina|La gonna è con l'elastico e per la scuola.|gonne plissettate
Berretto ricamato di lana|Il berretto è per il freddo e con il pompon.|berretti ricamati
Zaino leggero per il viaggio|Lo zaino è con le ruote e senza peso.|zaini leggeri
Sandali piatti di sughero|Il sandalo è per l'estate e con la fibbia.|sandalo piatto`,
  nld: `
Rode schoenen voor dames|De schoenen zijn van leer en met een zachte zool.|rood schoen
Witte blouse van linnen|De blouse is voor de zomer en met knopen.|wit blouses
Zwarte tas met rits|De tas is van leer en heeft twee vakken.|zwart tassen
Groene trui voor heren|De trui is van wol en met een hoge kraag.|groen truien
Lange jurk met bloemen|De jurk is licht en voor het strand.|lang jurken
Gouden lamp voor de kamer|De lamp is van metaal en geeft warm licht.|gouden lampen
Zachte kussens van fluweel|Het kussen is vierkant en met een hoes.|zacht kussen
Grijze stoelen voor de tuin|De stoel is van hout en niet zwaar.|grijs stoel
Warme jassen voor kinderen|De jas is voor de winter en met een rits.|warm jas kind
Bruine laarzen met veters|De laars is van leer en voor de bergen.|bruin laarzen
Blauwe borden van porselein|Het bord is voor de oven en het feest.|blauw bord
Ronde spiegel met lijst|De spiegel hangt aan de muur en is groot.|rond spiegels
Dikke sokken van wol|De sok is voor het bos en met een streep.|dik sokken
Scherpe messen voor brood|Het mes is van staal en met een steel.|scherp mes
Kleine glazen voor wijn|Het glas is dun en voor op tafel.|klein glas
Houten tafel met la|De tafel is van eiken en voor zes.|houten tafels
Waterdichte broek voor regen|De broek is licht en met een zak.|waterdicht broeken
Gele hoed van stro|De hoed is voor de zon en met een lint.|geel hoeden
Gebreide muts met bol|De muts is van wol en voor het kind.|gebreid mutsen
Nieuwe boeken over de zee|Het boek is voor de reis en met foto's.|nieuw boek`,
  por: `
Sapatos vermelhos para mulher|Os sapatos são de couro e com uma sola macia.|sapato vermelho
Camisa branca de linho|A camisa é para o verão e com botões.|camisas brancas botao
Bolsa preta com alça|A bolsa é de couro e com dois bolsos.|bolsas pretas
Calções azuis para homem|O calção é de algodão e com cordão.|calcao azul
Vestido estampado com flores|O vestido é leve e para a praia.|vestidos estampados
Candeeiro dourado para a sala|O candeeiro é de metal e com luz quente.|candeeiros dourados
Almofadas verdes de veludo|A almofada é macia e com uma capa.|almofada verde
Lençol bordado de algodão|O lençol é para a cama e com elástico.|lençois bordados
Casaco comprido de lã|O casaco é para o inverno e com capuz.|casacos compridos
Botas marrons com cordões|A bota é de couro e para a montanha.|bota marrom
Chávena pintada à mão|A chávena é de barro e com uma asa.|chávenas pintadas
Tapete redondo de juta|O tapete é para a sala e sem pelo.|tapetes redondos
Meias grossas para crianças|A meia é de lã e com um desenho.|meia grossa criança
Facas afiadas para pão|A faca é de aço e com um cabo.|faca afiada
Manta macia para o sofá|A manta é de algodão e com franjas.|mantas macias
Relógio prateado para homem|O relógio é de aço e com a data.|relógios prateados
Saia plissada para menina|A saia é com elástico e para a escola.|saias plissadas meninas
Gorro tricotado de lã|O gorro é para o frio e com pompom.|gorros tricotados
Mochila ligeira para a viagem|A mochila é com rodas e sem peso.|mochilas ligeiras
Sandálias rasas de cortiça|A sandália é para o verão e com fivela.|sandália rasa`,
  swe: `
Röda skor för dam|Skorna är av läder och med en mjuk sula.|röd sko
Vit blus av linne|Blusen är för sommaren och med knappar.|vita blusar
Svart väska med dragkedja|Väskan är av läder och har två fack.|svarta väskor
Grön tröja för herr|Tröjan är av ull och med en hög krage.|gröna tröjor
Lång klänning med blommor|Klänningen är lätt och för stranden.|långa klänningar
Gul lampa till rummet|Lampan är av metall och ger ett varmt ljus.|gult lampor
Mjuka kuddar av sammet|Kudden är för soffan och med ett fodral.|mjuk kudde
Grå stolar för trädgården|Stolen är av trä och inte tung.|stol trädgård
Varma jackor för barn|Jackan är för vintern och med en huva.|varmt jacka
Bruna stövlar med snören|Stöveln är av läder och för fjällen.|brun stövlarna
Blå tallrikar av porslin|Tallriken är för ugnen och till fest.|tallrik porslin
Rund spegel med ram|Spegeln hänger på väggen och är stor.|runda speglar
Tjocka strumpor av ull|Strumpan är för skogen och med en rand.|tjock strumpa
Vassa knivar för bröd|Kniven är av stål och med ett skaft.|vass kniv
Tunna glas för vin|Glaset är för bordet och till fest.|tunt glasen
Vattentäta byxor för regn|Byxan är lätt och med en ficka.|vattentät byxa
Stickad mössa med boll|Mössan är av ull och för barnet.|stickade mössor
Målade koppar av lera|Koppen är gjord för hand och med ett öra.|målad kopp
Ny bok om havet|Boken är för resan och med bilder.|nya böcker havet
Breda bälten med spänne|Bältet är av läder och har fem hål.|brett bälte`,
  dan: `
Røde sko til damer|Skoene er af læder og med en blød sål.|rød sko
Hvid bluse af hør|Blusen er til sommeren og med knapper.|hvide bluser
Sort taske med lynlås|Tasken er af læder og har to rum.|sorte tasker
Grøn trøje til herrer|Trøjen er af uld og med en høj krave.|grønne trøjer
Lang kjole med blomster|Kjolen er let og til stranden.|lange kjoler
Gul lampe til stuen|Lampen er af metal og giver et varmt lys.|gule lamper
Bløde puder af fløjl|Puden er til sofaen og med et betræk.|blød pude
Grå stole til haven|Stolen er af træ og ikke tung.|stolene haven
Varme jakker til børn|Jakken er til vinteren og med en hætte.|varm jakke
Brune støvler med snører|Støvlen er af læder og til bjergene.|brun støvle
Runde spejle med ramme|Spejlet hænger på væggen og er stort.|rundt spejl
Tykke sokker af uld|Sokken er til skoven og med en stribe.|tyk sok
Skarpe knive til brød|Kniven er af stål og med et skaft.|skarp kniv
Tynde glas til vin|Glasset er til bordet og til fest.|tyndt glas
Vandtætte bukser til regn|Bukserne er lette og med en lomme.|vandtæt bukser
Strikket hue med kvast|Huen er af uld og til barnet.|strikkede huer
Malede kopper af ler|Koppen er lavet i hånden og med et øre.|malet kop
Brede bælter med spænde|Bæltet er af læder og har fem huller.|bredt bælte`,
  nob: `
Røde sko til dame|Skoene er av lær og med en myk såle.|rød sko
Hvit bluse av lin|Blusen er til sommeren og med knapper.|hvite bluser
Svart veske med glidelås|Vesken er av lær og har to rom.|svarte vesker
Grønn genser til herre|Genseren er av ull og med en høy krage.|grønne gensere
Lang kjole med blomster|Kjolen er lett og til stranden.|lange kjoler
Gul lampe til stuen|Lampen er av metall og gir et varmt lys.|gule lamper
Myke puter av fløyel|Puten er til sofaen og med et trekk.|myk pute
Grå stoler til hagen|Stolen er av tre og ikke tung.|stol hagen
Varme jakker til barn|Jakken er til vinteren og med en hette.|varm jakke
Brune støvler med lisser|Støvelen er av lær og til fjellet.|brun støvlene
Runde speil med ramme|Speilet henger på veggen og er stort.|rundt speil
Tykke sokker av ull|Sokken er til skogen og med en stripe.|tykk sokk
Skarpe kniver til brød|Kniven er av stål og med et skaft.|skarp kniv
Strikket lue med dusk|Luen er av ull og til barnet.|strikkede luer`,
  fin: `
Punaiset kengät naisille|Kengät ovat nahkaa ja niissä on pehmeä pohja, joka kestää.|punaisia kenkiä
Valkoinen paita miehille|Paita on puuvillaa ja se on kesän paras, kun on lämmin.|valkoiset paidat
Musta laukku vetoketjulla|Laukku on nahkaa ja siinä on myös kaksi taskua.|mustat laukut
Vihreä neule miehille|Neule on villaa ja se on lämmin, mutta kevyt.|vihreät neuleet
Pitkä mekko kukilla|Mekko on kevyt ja sekä arkeen että juhlaan.|pitkät mekot
Keltainen lamppu olohuoneeseen|Lamppu on metallia ja se on noin metrin.|keltaiset lamput
Pehmeä tyyny sohvalle|Tyyny on samettia ja sen päällinen on pestävä.|pehmeät tyynyt
Harmaa tuoli pihalle|Tuoli on puuta ja se ei ole painava.|harmaat tuolit
Lämmin takki lapsille|Takki on talveen ja siinä on myös huppu.|lämpimät takit
Ruskeat saappaat nauhoilla|Saappaat ovat nahkaa ja ne ovat vuoristoon.|ruskea saapas
Pyöreä peili kehyksellä|Peili on suuri ja se on seinälle tai hyllylle.|pyöreät peilit
Paksut sukat villasta|Sukat ovat metsään ja niissä on myös raita.|paksu sukka
Terävä veitsi leivälle|Veitsi on terästä ja sen kahva on puuta.|terävät veitset
Neulottu pipo tupsulla|Pipo on villaa ja se on myös lapselle.|neulotut pipot`,
  tur: `
Kırmızı ayakkabılar kadın için|Bu ayakkabı deri ve yumuşak tabanlı, çok rahat. Hem evde hem de dışarıda her gün rahatça kullanılır.|kırmızı ayakkabı
Beyaz gömlek erkek için|Bu gömlek keten ve yazlık, daha hafif. Hem evde hem de dışarıda her gün rahatça kullanılır.|beyaz gömlekler
Siyah çanta fermuarlı|Bu çanta deri ve iki gözlü, her gün için. Hem evde hem de dışarıda her gün rahatça kullanılır.|siyah çantalar
Yeşil kazak erkek için|Bu kazak yün ve boğazlı, çok sıcak. Hem evde hem de dışarıda her gün rahatça kullanılır.|yeşil kazaklar
Uzun elbise çiçekli|Bu elbise hafif ve plaj için. Hem evde hem de dışarıda her gün rahatça kullanılır.|uzun elbiseler
Sarı lamba salon için|Bu lamba metal ve ışığı çok sıcak. Hem evde hem de dışarıda her gün rahatça kullanılır.|sarı lambalar
Yumuşak yastıklar kadife|Bu yastık kare ve kılıfı ile birlikte. Hem evde hem de dışarıda her gün rahatça kullanılır.|yumuşak yastık
Gri sandalyeler bahçe için|Bu sandalye ahşap ve çok hafif. Hem evde hem de dışarıda her gün rahatça kullanılır.|gri sandalye
Sıcak montlar çocuk için|Bu mont kış için ve kapüşonlu. Hem evde hem de dışarıda her gün rahatça kullanılır.|sıcak mont
Kahverengi botlar bağcıklı|Bu bot deri ve dağ için, çok sağlam. Hem evde hem de dışarıda her gün rahatça kullanılır.|kahverengi bot
Yuvarlak ayna çerçeveli|Bu ayna duvar için ve büyük. Hem evde hem de dışarıda her gün rahatça kullanılır.|yuvarlak aynalar
Kalın çoraplar yün|Bu çorap kış için ve çizgili. Hem evde hem de dışarıda her gün rahatça kullanılır.|kalın çorap
Keskin bıçaklar ekmek için|Bu bıçak çelik ve saplı. Hem evde hem de dışarıda her gün rahatça kullanılır.|keskin bıçak
İnce bardaklar su için|Bu bardak cam ve masa için. Hem evde hem de dışarıda her gün rahatça kullanılır.|ince bardak`,
};

export interface Described {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** A search for the product. */
  readonly query: string;
}

/** The shops by language. */
export const SHOPS: readonly (readonly [Language, readonly Described[]])[] = (
  Object.entries(LINES) as [Language, string][]
).map(([language, lines]) => [
  language,
  lines
    .trim()
    .split('\n')
    .map((line, k) => {
      const [title, description, query] = line.split('|');
      return { id: `${language}-${k}`, title, description, query };
    }),
]);
