//! Words of other languages that carry grammar: a prompt in one of them is full of words that half the
//! memories have, which say nothing of what it is about. Our own lists, as [`super::fold`] leaves the words,
//! without those that are names of software work too, such as `todo`, `ci`, `go`, `pod` and `dir`.

use std::collections::HashSet;

use super::{hash::hash, stop::first_word};

/// Portuguese.
const PORTUGUESE: &str = "
a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra com
sem sobre entre ate apos desde ao aos e ou mas nem que se como quando onde porque pois porem tambem ja nao sim
ainda so mais menos muito muita muitos muitas pouco bem mal eu tu ele ela vos eles elas voce voces me te lhe
lhes meu minha meus minhas seu sua seus suas nosso nossa nossos nossas dele dela deles delas este esta estes
estas esse essa esses essas aquele aquela isto isso aquilo qual quais quem cujo algum alguma alguns algumas
nenhum nenhuma toda todas outro outra outros outras mesmo mesma cada tudo nada algo ser sao era foi fui foram
sou somos seja estao estou estava estavam estar tem tenho tinha ter ha houve vai vou vao ir pode podem posso
poder deve devem devo quer quero queria preciso precisa fica ficou la aqui entao assim agora depois antes
dentro fora junto";

/// Spanish.
const SPANISH: &str = "
el la los las un una unos unas lo de del al a en con sin por para sobre entre hasta desde segun tras hacia
contra durante y e o u ni pero mas sino que si como cuando donde porque pues aunque tambien tampoco ya no aun
todavia solo menos muy mucho mucha muchos muchas poco bien mal yo tu ella nosotros vosotros ellos ellas usted
ustedes me te se le les nos mi mis tus su sus nuestro nuestra nuestros nuestras este esta estos estas ese esa
esos esas aquel aquella esto eso aquello cual cuales quien cuyo algun alguna algunos algunas ningun ninguna
toda todas otro otra otros otras mismo misma cada nada algo ser es son era fue fueron soy somos sea estan
estoy estaba estar hay ha han he habia tiene tienen tengo tener va van voy ir puede pueden puedo poder debe
deben quiero quiere necesito asi ahora luego despues antes aqui ahi alli entonces";

/// French.
const FRENCH: &str = "
le la les l un une des du de d au aux en dans par pour sur sous avec sans entre chez vers depuis pendant
jusque contre et ou mais ni que qu qui quoi dont si comme quand parce car donc puis aussi ne n pas plus moins
tres trop peu bien encore deja toujours jamais je j tu il elle on nous vous ils elles me m te t se s lui leur
leurs y moi toi eux mon ma mes ton ta tes son sa notre nos votre vos ce cet cette ces ca cela ceci celui celle
ceux celles quel quelle quels quelles tout toute tous toutes autre autres meme memes chaque quelque quelques
aucun aucune rien etre est sont etait etaient suis etes sera soit ete avoir a as avons avez ont avait aura
faire fait va vont vais aller peut peux peuvent doit doivent dois faut veux veut voudrais alors apres avant
ici pourquoi comment combien jusqu lorsqu puisqu quelqu";

/// Italian.
const ITALIAN: &str = "
il lo la i gli le l un uno una di del dello della dei degli delle d a al allo alla agli alle da dal dallo
dalla dai dalle in nel nello nella nei negli nelle con su sul sullo sulla sui sulle per tra fra senza fino
verso dopo prima e ed o oppure ma ne che se come quando dove perche poiche pero anche gia non si ancora solo
piu meno molto molta molti molte poco bene troppo tu lui lei noi voi loro mi ti me te mio mia miei mie tuo tua
suo sua suoi sue nostro nostra vostro questo questa questi queste quello quella quelli quelle cio chi cosa
quale quali qualche alcuni alcune nessuno nessuna tutto tutta tutti tutte altro altra altri altre stesso
stessa ogni niente nulla essere sono era erano sia sta stanno avere ha hanno ho aveva fare fa va vanno vado
puo possono posso deve devono devo voglio vuole vorrei bisogna cosi adesso poi qui qua allora dell nell all
dall sull quell quest";

/// German.
const GERMAN: &str = "
der die das den dem des ein eine einen einem einer eines kein keine keinen in im an am auf aus bei beim mit
nach von vom zu zum zur fur uber unter vor hinter neben zwischen durch ohne um gegen bis seit wahrend wegen
und oder aber sondern denn dass ob wenn als wie weil damit also doch auch noch nur schon sehr mehr weniger
nicht nie immer mal ja nein hier da dort dann jetzt ich du er sie es wir ihr mich dich sich mir ihm ihn ihnen
uns euch mein meine meinen meiner dein deine sein seine seinen seiner unser unsere euer dieser diese dieses
diesen diesem jener jede jeder jedes jeden alle allen alles man was wer wo warum welche welcher welches etwas
nichts andere anderen selbst ist sind war waren bist sei wird werden wurde wurden worden hat haben hatte
hatten habe kann konnen konnte soll sollen sollte muss mussen musste will wollen mochte darf durfen mag lassen
bitte so fuer ueber waehrend koennen muessen";

/// Dutch.
const DUTCH: &str = "
de het een van in op te aan met voor uit bij naar om over onder door tot tegen tussen zonder na tijdens sinds
als dan en of maar want dat die dit deze omdat hoewel zodat toen wanneer waar hoe wat wie waarom welke ook nog
al alleen zeer heel meer minder niet geen nooit altijd wel er hier daar nu ik jij je hij zij ze wij we jullie
u mij me jou hem haar ons hen hun mijn jouw zijn onze uw zich elke ieder iedere alle alles iets niets ander
andere anderen zelf sommige veel weinig is was waren ben bent wordt worden werd werden geworden heeft hebben
had hadden heb kan kunnen kon moet moeten moest zal zullen zou wil willen wilde mag mogen gaat gaan even";

/// Swedish.
const SWEDISH: &str = "
en ett den det de dem i pa av till fran for med om vid under over mellan utan genom mot efter fore sedan och
eller men att som nar dar hur vad vem varfor vilken vilka sa ocksa inte aldrig alltid redan bara mycket mer
mindre har nu da ju jag du han hon vi ni mig dig sig honom henne oss er min mitt mina din sin sitt sina var
vart vara deras hans hennes denna detta dessa varje alla allt nagot nagon nagra ingen inget inga annan andra
sjalv ar varit blir bli blev hade ha kan kunde ska skulle maste vill far bor";

/// Polish.
const POLISH: &str = "
w we z ze na do od po za o u i a oraz lub albo ale lecz zeby aby by wiec bo bowiem gdy gdyz kiedy jesli jezeli
jak jako niz czy nie tak tez takze juz jeszcze tylko bardzo wiecej mniej nawet przed przez przy nad miedzy dla
bez ku ja ty on ona ono my wy oni one mnie mi mna ciebie jego jemu mu jej nas nam was wam ich im nimi sie
sobie siebie moj moja moje moich twoj twoja swoj swoje swoja nasz nasza wasz ten ta to te tego tej tych temu
tym tamten tam tu co kto gdzie dlaczego ktory ktora ktore ktorego ktorej ktorych ktorzy kazdy kazda kazde
wszystko wszystkie wszystkich nic cos inny inna inne sama jest sa byc byl byla bylo byly bedzie beda jestem ma
maja mam miec moze moga moge mozna trzeba musi musze powinien powinno chce";

/// Czech.
const CZECH: &str = "
v ve s se z ze na do od po za o u k ke i a ale nebo anebo ani aby by bys bych protoze tedy kdyz kdyby jestli
pokud jak jako nez zda ne ano tak taky take uz jeste jen jenom pouze velmi vice mene pred pres pri nad mezi
pro bez podle kolem ja ty on ona ono my vy oni me mi mne mnou te ti tebe ho jeho jemu mu ji jeji nas nam vas
vam jich jim je si sebe sobe muj moje moji meho tvuj svuj svoje svou nase vase ten ta to toho tomu tom tou tim
tento tato toto tyto tam tady sem co kdo kde kam proc ktery ktera ktere ktereho kterou kterych jaky jaka jake
kazdy kazda kazde vsechno vsechny vsechna vsech vse nic neco jiny jine jsou byt byl byla bylo byli bude budou
jsem jsi jsme ma maji mam mit muze mohou muzu muzeme lze musi musim melo mel chci chce potrebuju potrebuji
potrebuje kolik neni nejsou nebyl";

/// Russian.
const RUSSIAN: &str = "
в во на с со к ко о об от до из изо за по под над при про для без через между перед после у около вместо и а
но или либо что чтобы как когда если потому поэтому так также тоже то же бы ли не ни нет да уже еще только
лишь очень более менее даже вот тут там здесь где куда откуда почему зачем я ты он она оно мы вы они меня мне
мнои тебя тебе его ему им ее еи нас нам нами вас вам вами их ими себя себе мои моя мое твои свои своя своего
наш наша наше наши ваш этот эта это эти этого этои этих этому этим тот та те того тои тех тому тем кто которыи
которая которое которые которого которои которых какои какая какие каждыи каждая каждое все всех всего всем
ничего другои другие сам сама есть быть был была было были будет будут можно может могут могу нужно надо
должен должна должны хочу хочет чтоб эту этом том ту которую котором него нее них";

/// Ukrainian.
const UKRAINIAN: &str = "
в у на з із зі до від по за під над при про для без через між перед після біля замість і и та а але або що щоб
як коли якщо тому бо так також теж то ж би чи не ні ось тут там де куди чому вже ще тільки лише дуже більше
менше навіть я ти він вона воно ми ви вони мене мені тебе тобі иого иому іі іи нас нам вас вам іх ім себе собі
міи моя твіи свіи своя наш ваш цеи ця це ці цього цієі цих цьому тои те ті того тієі тих хто якии яка яке які
якого кожен кожна все всі всіх нічого щось іншии інші сам є бути був була було були буде будуть можна може
можуть можу треба потрібно повинен хочу хоче немае цю яку";

/// Turkish.
const TURKISH: &str = "
ve veya ya da de ki ile icin gibi kadar gore sonra once daha cok en mi mı mu ne nasıl neden niye nerede hangi
kim ama fakat ancak cunku eger ise hem hic her bir bu su o bunu sunu onu bunun onun buna ona bunda onda bunlar
onlar ben sen biz siz beni seni bizi sizi bana sana bize benim senin bizim sizin kendi sey bazı tum butun
diger aynı baska degil var yok olan olarak oldu olur olması olsun et etmek yap iste istiyorum lazım gerek
artık hala henuz sadece simdi";

/// In the order of their bits.
const TONGUES: [&str; 12] =
    [PORTUGUESE, SPANISH, FRENCH, ITALIAN, GERMAN, DUTCH, SWEDISH, POLISH, CZECH, RUSSIAN, UKRAINIAN, TURKISH];

/// Words that English prompts have too, as words of their own or as names: they are dropped with the others of their
/// tongue, and show no tongue alone.
const AMBIGUOUS: [&str; 30] = [
    "car", "com", "come", "comment", "de", "del", "des", "die", "dig", "door", "el", "en", "es", "even", "la", "man",
    "min", "mit", "os", "plus", "sans", "se", "sin", "son", "sort", "sur", "take", "van", "var", "war",
];

/// Words of a tongue from which a prompt is taken to be in it; one that is grammar or common in English is half a word.
const ENOUGH: usize = 2;

/// One word in so many of a prompt is grammar, where it is written and not pasted.
const ONE_IN: usize = 8;

/// Places of the table, of which less than half are taken.
const PLACES: usize = 4_096;

/// The words by their hashes, and the tongues that have each, a bit for each tongue.
struct Table {
    hashes: [u32; PLACES],
    tongues: [u16; PLACES],
}

static TABLE: Table = table();

/// Made while `mem` is built.
const fn table() -> Table {
    let (mut table, mut tongue) = (Table { hashes: [0; PLACES], tongues: [0; PLACES] }, 0);
    while tongue < TONGUES.len() {
        let mut rest = TONGUES[tongue].as_bytes();
        while let Some((word, others)) = first_word(rest) {
            let (hash, place) = place(&table, word);
            table.hashes[place] = hash;
            table.tongues[place] |= 1 << tongue;
            rest = others;
        }
        tongue += 1;
    }
    table
}

// Else a word that is not there would be looked for forever.
const _: () = assert!(2 * taken(&table()) < PLACES && TONGUES.len() <= 16);

const fn taken(table: &Table) -> usize {
    let (mut place, mut taken) = (0, 0);
    while place < PLACES {
        taken += (table.tongues[place] != 0) as usize;
        place += 1;
    }
    taken
}

/// The hash of a word, and its place or the free one where it belongs.
const fn place(table: &Table, word: &[u8]) -> (u32, usize) {
    let hash = hash(word) as u32;
    let mut place = hash as usize % PLACES;
    while table.tongues[place] != 0 && table.hashes[place] != hash {
        place = (place + 1) % PLACES;
    }
    (hash, place)
}

/// The tongues of which a word is grammar.
fn tongues(word: &str) -> u16 {
    TABLE.tongues[place(&TABLE, word.as_bytes()).1]
}

/// A language other than English that is written with spaces, by its bit; of several that are close to each other and
/// cannot be told apart, by those of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tongue(u16);

impl Tongue {
    /// Whether a folded word carries nothing but grammar in it.
    pub(super) fn is_grammar(self, word: &str) -> bool {
        tongues(word) & self.0 != 0
    }
}

/// What was heard of each language in a prompt.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Each word once.
    words: HashSet<String>,
    english: usize,
    tongues: [Grammar; TONGUES.len()],
}

/// Words of grammar of one tongue.
#[derive(Clone, Copy, Debug, Default)]
struct Grammar {
    /// Those that show it.
    own: usize,
    /// Those that are [`AMBIGUOUS`].
    ambiguous: usize,
    /// Those that are grammar or common in English.
    shared: usize,
}

impl Grammar {
    fn all(self) -> usize {
        self.own + self.ambiguous + self.shared
    }
}

impl Heard {
    /// Hears a folded word, with the weight that it has in English: 0 is grammar. One letter may stand for anything.
    pub(super) fn word(&mut self, word: &str, weight: f64) {
        if word.chars().nth(1).is_none() || !self.words.insert(word.to_owned()) {
            return;
        }
        self.english += usize::from(weight == 0.0);
        let tongues = tongues(word);
        let bits = (0..TONGUES.len()).filter(|bit| tongues >> bit & 1 == 1);
        for bit in bits {
            let heard = &mut self.tongues[bit];
            match weight < 1.0 {
                true => heard.shared += 1,
                false if AMBIGUOUS.contains(&word) => heard.ambiguous += 1,
                false => heard.own += 1,
            }
        }
    }

    /// The language of the prompt, or those that it may be in; `None` for English, and where too little tells.
    pub(super) fn tongue(&self) -> Option<Tongue> {
        let is_it = |heard: &Grammar| {
            heard.own > 0
                && 2 * (heard.own + heard.ambiguous) + heard.shared >= 2 * ENOUGH
                && heard.all() > self.english
                && heard.all() * ONE_IN >= self.words.len()
        };
        let most = self.tongues.iter().filter(|heard| is_it(heard)).map(|heard| heard.all()).max()?;
        let those = self.tongues.iter().enumerate().filter(|(_, heard)| is_it(heard) && heard.all() == most);
        Some(Tongue(those.map(|(bit, _)| 1 << bit).sum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Query, fold::fold};

    #[test]
    fn the_words_are_as_prompts_are_folded() {
        for word in TONGUES.iter().flat_map(|words| words.split_whitespace()) {
            assert_eq!(fold(word), word);
            assert_ne!(tongues(word), 0, "{word}");
        }
        // No two of them have one hash.
        let distinct: HashSet<&str> = TONGUES.iter().flat_map(|words| words.split_whitespace()).collect();
        assert_eq!(taken(&TABLE), distinct.len());
        for name in ["todo", "ci", "ai", "go", "pod", "bin", "dir", "io", "proto", "elk", "size"] {
            assert_eq!(tongues(name), 0, "{name}");
        }
        assert_eq!(tongues("deploy"), 0);
    }

    #[test]
    fn grammar_of_the_prompts_own_language_is_not_looked_for() {
        let table: [(&str, &[&str]); 21] = [
            ("Ordena a lista de pacientes pelo mais recente", &["ordena", "lista", "pacientes", "recente"]),
            ("¿Por qué falla la migración en el servidor?", &["falla", "migracion", "servidor"]),
            ("Pourquoi le déploiement échoue dans la CI ?", &["deploiement", "echoue", "ci"]),
            ("Wo liegt die Datei mit den Schlüsseln?", &["liegt", "datei", "schlusseln"]),
            ("Почему не работает кнопка в меню", &["работает", "кнопка", "меню"]),
            ("Po kliknutí na tlačítko se nic nestane", &["kliknuti", "tlacitko", "nestane"]),
            ("Corrige os erros do README por favor", &["corrige", "erros", "readme", "favor"]),
            ("Perché la CI fallisce dopo il deploy?", &["ci", "fallisce", "deploy"]),
            ("Waarom is het bestand niet opgeslagen", &["bestand", "opgeslagen"]),
            ("Bu dosya neden silindi", &["dosya", "silindi"]),
            ("Чому не працює кнопка після входу", &["працює", "кнопка", "входу"]),
            // Parts of names are no prose.
            (
                "Por que o pacote com.example.os não instala",
                &["pacote", "com", "example", "os", "comexampleos", "instala"],
            ),
            // Neither one word twice nor two that English has, nor what stands in names, is another language.
            ("image size and thumbnail size", &["image", "size", "thumbnail"]),
            ("var min; var max", &["var", "min", "max"]),
            ("add MIT license and man page", &["add", "mit", "license", "man", "page"]),
            ("update de, es and en locale files", &["update", "de", "es", "en", "locale", "files"]),
            (
                "install the app from example.com on macOS",
                &["install", "app", "example", "com", "examplecom", "mac", "os", "macos"],
            ),
            ("Por que a CI não roda o TODO da API de AI?", &["ci", "roda", "todo", "api", "ai"]),
            // English has the last word, and keeps what other languages call grammar.
            ("does the pod of the cluster die on deploy", &["pod", "cluster", "die", "deploy"]),
            ("go to the door of the van", &["go", "door", "van"]),
            ("CI/CD on k8s", &["ci", "cd", "cicd", "k8s"]),
        ];
        for (prompt, wanted) in table {
            let query = Query::new(prompt);
            let terms: Vec<&str> = query.terms.iter().filter(|t| t.head.is_none()).map(|t| t.text.as_str()).collect();
            assert_eq!(terms, wanted, "{prompt}");
        }
    }

    #[test]
    fn a_language_is_known_by_several_words() {
        let heard = |prompt: &str| {
            let mut heard = Heard::default();
            prompt.split(' ').for_each(|word| heard.word(word, crate::select::stop::weight(word)));
            heard.tongue().map(|tongue| TONGUES[tongue.0.trailing_zeros() as usize])
        };
        assert_eq!(heard("o pacote da api nao instala no servidor"), Some(PORTUGUESE));
        assert_eq!(heard("przycisk nie dziala po kliknieciu"), Some(POLISH));
        assert_eq!(heard("knappen fungerar inte med tangentbordet"), Some(SWEDISH));
        assert_eq!(heard("de menu"), None);
        // Single letters are names of variables, and one in eight of what was pasted says little.
        assert_eq!(heard("v o k z u"), None);
        let pasted: String = (0..20).map(|n| format!(" step{n}")).collect();
        assert_eq!(heard(&format!("das ist{pasted}")), None);
    }
}
